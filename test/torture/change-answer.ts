import type { ScriptedAnswer } from "../support/scripted-server.ts";

/** How a valid answer becomes a malformed one, by the names that test/corpora/malformed-answers uses. */
export type ChangeAnswer = (valid: string, value: never) => ScriptedAnswer;

const SCORE = /"score":\s*\d+/;

const fenced = (text: string) => `\`\`\`json\n${text}\n\`\`\``;
const otherScore = (valid: string) => valid.replace(/"score":\s*\d+/g, '"score":1');

const BAD_JSON: Record<string, (valid: string) => string> = {
  single_quotes: (valid) => valid.replaceAll('"', "'"),
  trailing_garbage_brace: (valid) => `${valid.slice(0, -1)}]]${valid.slice(-1)}`,
  unquoted_keys: (valid) => valid.replace(/"(\w+)":/g, "$1:"),
  missing_brace: (valid) => valid.slice(1),
  missing_comma: (valid) => valid.replaceAll(",", " "),
  python: (valid) => valid.replaceAll(":", "=").replaceAll("false", "False"),
  unescaped_newline: (valid) => valid.replace(/"score"/, '"sco\nre"'),
  control_character: (valid) => valid.replace(/"score"/, '"score\u0001"'),
  half_surrogate_cut: (valid) => `${valid.slice(0, valid.length >> 1)}\\ud83d`,
};

const WRAPPED: Record<string, (valid: string) => string> = {
  prose_before: (valid) => `Here is my verdict:\n${valid}`,
  prose_after: (valid) => `${valid}\nI hope this helps.`,
  prose_around: (valid) => `Well.\n\n${valid}\n\nThat is all.`,
  fence: (valid) => `\`\`\`\n${valid}\n\`\`\``,
  fence_json: fenced,
  fence_prose: (valid) => `I looked at everything.\n${fenced(valid)}\nDone.`,
  blank_lines: (valid) => `\n\n\n${valid}\n\n\n`,
  byte_order_mark: (valid) => `\ufeff${valid}`,
  thinking: (valid) => `<think>Is it {good}? Or [bad]?</think>${valid}`,
};

const NESTED: Record<string, (valid: string) => string> = {
  string: (valid) => JSON.stringify(valid),
  array: (valid) => `[${valid}]`,
  array_of_two: (valid) => `[${valid},${otherScore(valid)}]`,
  key_answer: (valid) => `{"answer":${valid}}`,
  key_result: (valid) => `{"result":{"output":${valid}}}`,
  deep: (valid) => `${'{"a":'.repeat(50)}${valid}${"}".repeat(50)}`,
};

const TWO: Record<string, (valid: string) => string> = {
  behind_each_other: (valid) => `${valid}${otherScore(valid)}`,
  with_prose_between: (valid) => `${valid}\nOn second thought:\n${otherScore(valid)}`,
  fenced: (valid) => `${fenced(valid)}\n${fenced(otherScore(valid))}`,
};

const HUGE: Record<string, (valid: string) => string> = {
  text_2mb: () => "So it goes. ".repeat(170_000),
  array_deep: () => "[".repeat(100_000),
  object_deep: () => '{"a":'.repeat(50_000),
  many_keys: () => `{${Array.from({ length: 50_000 }, (_, index) => `"k${index}":${index}`).join(",")}}`,
  long_number: (valid) => valid.replace(SCORE, `"score":${"9".repeat(100_000)}`),
  long_string_value: (valid) => valid.replace(SCORE, `"score":"${"8".repeat(1_000_000)}"`),
};

const first = (valid: string, key: string) => valid.replace(/^(\[?\{)/, `$1${key},`);
const EXTRA: Record<string, (valid: string) => string> = {
  top_level: (valid) => first(valid, '"extra":{"score":1}'),
  prototype: (valid) => first(valid, '"__proto__":{"score":1,"passed":true}'),
  constructor_key: (valid) => first(valid, '"constructor":{"prototype":{"score":1}}'),
  final_score: (valid) => first(valid, '"final_score":1'),
  to_json: (valid) => first(valid, '"toJSON":1,"toString":1,"valueOf":1'),
};

const completion = (content: string) =>
  JSON.stringify({ choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content } }] });
const raw = (body: string | Uint8Array, headers: Record<string, string> = {}): ScriptedAnswer => ({
  status: 200,
  body,
  headers,
});

const TRANSPORT: Record<string, (valid: string) => ScriptedAnswer> = {
  cut_before_headers: (valid) => ({ status: 200, body: completion(valid), cut: "before_headers" }),
  cut_in_body: (valid) => ({ status: 200, body: completion(valid), cut: "in_body" }),
  shorter_than_said: (valid) => ({
    status: 200,
    body: completion(valid).slice(0, 60),
    headers: { connection: "close" },
  }),
  gzip_that_is_none: () => raw("this is not compressed at all", { "content-encoding": "gzip" }),
  chunk_garbage: () => raw(Buffer.from([0, 1, 2, 255, 254, 13, 10])),
  two_jsons: (valid) => raw(completion(valid) + completion(otherScore(valid))),
};

/** Bytes that are no UTF-8, in the place of the letter before the first full stop. */
const ODD_BYTES: Record<string, number[]> = {
  latin1_byte: [0xe9],
  lone_continuation: [0x80, 0x80],
  overlong: [0xc0, 0xae],
  null_byte: [0x00],
  truncated_sequence: [0xf0, 0x9f, 0x98],
};

function oddBytes(valid: string, name: string): ScriptedAnswer {
  if (name === "utf16") return raw(Buffer.from(completion(valid), "utf16le"));
  const body = Buffer.from(completion(valid));
  const at = body.indexOf("role");
  return raw(Buffer.concat([body.subarray(0, at), Buffer.from(ODD_BYTES[name]!), body.subarray(at)]));
}

const STREAMS: Record<string, (valid: string) => string> = {
  data_lines: (valid) => `data: ${completion(valid)}\n\ndata: [DONE]\n\n`,
  done_only: () => "data: [DONE]\n\n",
  comments: () => ": OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n",
  half_event: (valid) => `data: ${completion(valid).slice(0, 50)}`,
  valid_inside: (valid) => `: noise\n${completion(valid)}\n: noise`,
};

const TOOL_CALLS: Record<string, (valid: string) => ScriptedAnswer> = {
  alone: () => ({ tool_calls: [{ name: "judge", arguments: {} }] }),
  with_arguments_like_an_answer: (valid) => ({ tool_calls: [{ name: "answer", arguments: valid }] }),
};

export const CHANGES: Record<string, ChangeAnswer> = {
  truncate: (valid, share: number) => valid.slice(0, Math.floor(valid.length * share)),
  score: (valid, score: string) => valid.replace(SCORE, `"score":${score}`),
  score_twice: (valid, score: string) => valid.replace(SCORE, (found) => `"score":${score},${found}`),
  remove_key: (valid, key: string) =>
    key === "score"
      ? valid.replace(/"score":\s*\d+,?/g, "").replaceAll(",}", "}")
      : valid.replace(/"\w+":/, '"other":'),
  text: (_, text: string) => text,
  bad_json: (valid, name: string) => BAD_JSON[name]!(valid),
  wrap: (valid, name: string) => WRAPPED[name]!(valid),
  nest: (valid, name: string) => NESTED[name]!(valid),
  two_answers: (valid, name: string) => TWO[name]!(valid),
  huge: (valid, name: string) => HUGE[name]!(valid),
  extra: (valid, name: string) => EXTRA[name]!(valid),
  body: (_, body: string) => raw(body),
  status: (valid, status: number) => ({ status, body: status === 204 || status === 304 ? "" : completion(valid) }),
  transport: (valid, name: string) => TRANSPORT[name]!(valid),
  encoding: (valid, name: string) => oddBytes(valid, name),
  content_type: (valid, type: string) => raw(completion(valid), { "content-type": type }),
  stream: (valid, name: string) => raw(STREAMS[name]!(valid), { "content-type": "text/event-stream" }),
  tool_calls: (valid, name: string) => TOOL_CALLS[name]!(valid),
};
