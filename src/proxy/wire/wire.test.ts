import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { WIRE_SAMPLES, type WireSample } from "../../../test/support/wire-streams.ts";
import { chat, gemini, messages, responses, type WireAnswer } from "../../gateway/index.ts";
import { readAnswerBytes } from "../read-answer-bytes.ts";
import { checkUsage } from "./believable-usage.ts";
import { offersProviderTools } from "./price-of-request.ts";
import { resourceOf } from "./resource.ts";

function readerOf({ path }: WireSample) {
  const resource = resourceOf("POST", path);
  if (resource?.kind !== "answer") throw new Error(`${path} is not known`);
  return resource.reader;
}

function answerOf(sample: WireSample, chunks: readonly Uint8Array[], contentType = "text/event-stream") {
  const reader = readerOf(sample);
  const collector = reader.collectAnswer(reader.readRequest(sample.request));
  const reading = readAnswerBytes(contentType, collector);
  for (const chunk of chunks) reading.push(Buffer.from(chunk));
  return { problem: reading.end(), answer: collector.answer() };
}

function cutAt(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...new Set(places)].filter((place) => place > 0 && place < bytes.length).sort((a, b) => a - b);
  return [0, ...ends].map((from, index) => bytes.subarray(from, ends[index] ?? bytes.length));
}

const SIZE = { requestBytes: 1000, answerBytes: 1000, pointsElsewhere: false };

describe.each(WIRE_SAMPLES)("$format", (sample) => {
  const bytes = Buffer.from(sample.streamed);
  const whole = answerOf(sample, [bytes]);

  test("a stream is read: words, calls, why it stopped, and usage", () => {
    expect(whole.problem).toBeNull();
    expect(whole.answer).toMatchObject({ ...sample.expected, complete: true, error: null });
    const { usage } = checkUsage(whole.answer.usage, SIZE);
    const { prompt, completion, cached, reasoning, cost } = sample.usage;
    expect(usage).toEqual({
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: 150,
      cached_tokens: cached,
      reasoning_tokens: reasoning,
      cost_usd: cost,
    });
  });

  test("the same answer as one document is read the same", () => {
    const { answer, problem } = answerOf(sample, [Buffer.from(JSON.stringify(sample.whole))], "application/json");
    expect(problem).toBeNull();
    // The document has no block of thoughts.
    const besides = { usage: null, thinksUnseen: null };
    expect({ ...answer, ...besides }).toEqual({ ...whole.answer, ...besides });
    expect(checkUsage(answer.usage, SIZE)).toEqual(checkUsage(whole.answer.usage, SIZE));
  });

  test("a stream cut in two at any byte is read the same", () => {
    for (let place = 1; place < bytes.length; place += 1)
      expect(answerOf(sample, cutAt(bytes, [place])), `cut at ${place}`).toEqual(whole);
  });

  test("a stream that comes byte by byte, or in pieces of any size, is read the same", () => {
    expect(answerOf(sample, cutAt(bytes, [...bytes.keys()]))).toEqual(whole);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 40 }), (places) => {
        expect(answerOf(sample, cutAt(bytes, places))).toEqual(whole);
      }),
      { seed: 15, numRuns: 100 },
    );
  });

  test("a stream with other line ends is read the same", () => {
    const plain = sample.streamed.replaceAll("\r\n", "\n");
    for (const end of ["\n", "\r\n", "\r"])
      expect(answerOf(sample, [Buffer.from(plain.replaceAll("\n", end))]).answer).toEqual(whole.answer);
  });

  test("a stream whose last event no empty line ends is read the same", () => {
    const ending = sample.streamed.trimEnd();
    for (const end of ["", "\n", "\n\n: bye"])
      expect(answerOf(sample, [Buffer.from(`${ending}${end}`)]), JSON.stringify(end)).toEqual(whole);
  });

  test("a stream that breaks off anywhere is not taken for complete, and nothing in it is invented", () => {
    for (let length = 0; length < bytes.length - 1; length += 7) {
      const { answer } = answerOf(sample, [bytes.subarray(0, length)]);
      expect(sample.expected.text.startsWith(answer.text)).toBe(true);
      if (answer.complete) expect(answer).toMatchObject(sample.expected);
    }
  });

  test("whatever bytes come, reading them ends in an answer or a problem", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.nat(bytes.length), (noise, place) => {
        const mixed = Buffer.concat([bytes.subarray(0, place), noise, bytes.subarray(place)]);
        expect(answerOf(sample, [mixed]).answer).toBeDefined();
      }),
      { seed: 15, numRuns: 200 },
    );
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (json) => {
        expect(answerOf(sample, [Buffer.from(`data: ${json}\n\n`)]).answer).toBeDefined();
        expect(() =>
          readerOf(sample).readRequest({
            messages: JSON.parse(json),
            input: JSON.parse(json),
            contents: JSON.parse(json),
            tools: JSON.parse(json),
          }),
        ).not.toThrow();
      }),
      { seed: 15, numRuns: 200 },
    );
  });

  test("an error in the middle of a stream is the provider's, not an answer", () => {
    const event = { type: "error", error: { type: "overloaded_error", message: "too busy" } };
    const { answer } = answerOf(sample, [bytes.subarray(0, 40), Buffer.from(`\n\ndata: ${JSON.stringify(event)}\n\n`)]);
    expect(answer.error).toBe("too busy");
  });

  test("a request is read: the model, what was said, what is offered", () => {
    const { messages, tools } = readerOf(sample).readRequest(sample.request);
    expect(messages).toEqual([
      { role: "system", parts: [{ kind: "text", text: "Be brief." }] },
      { role: "user", parts: [{ kind: "text", text: "Write it." }] },
    ]);
    expect(tools).toEqual(["write"]);
  });
});

describe("tool calls in chat completions that all have the same place", () => {
  const callsIn = (pieces: [id: string | null, name: string | null, given: string][]) => {
    const collector = chat.collectAnswer(chat.readRequest({}));
    for (const [id, name, given] of pieces)
      collector.take({
        choices: [{ delta: { tool_calls: [{ index: 0, id, function: { name, arguments: given } }] } }],
      });
    return collector.answer().toolCalls.map((call) => [call.id, call.name, call.arguments]);
  };

  test("are as many as there are ids with names", () =>
    expect(
      callsIn([
        ["a", "read", "{}"],
        ["b", "write", '{"to":'],
        [null, null, "1}"],
      ]),
    ).toEqual([
      ["a", "read", "{}"],
      ["b", "write", '{"to":1}'],
    ]));

  test("are one where every piece repeats its id, or has one of its own", () => {
    const one = [["a", "read", "{}"]];
    expect(
      callsIn([
        ["a", "read", "{"],
        ["a", "read", "}"],
      ]),
    ).toEqual(one);
    expect(
      callsIn([
        ["a", "read", "{"],
        ["b", null, "}"],
      ]),
    ).toEqual(one);
  });
});

test("what is nested without end is read like anything else, without itself", () => {
  const deep = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
  const said = messages.collectAnswer(messages.readRequest({}));
  const call = { type: "tool_use", id: "a", name: "write", input: deep };
  said.take({ type: "message", content: [call, { type: "text", text: "yes" }], stop_reason: "end_turn" });
  expect(said.answer()).toMatchObject({ text: "yes", toolCalls: [{ name: "write", arguments: "" }], complete: true });
  const refused = chat.collectAnswer(chat.readRequest({}));
  refused.take({ error: deep });
  expect(refused.answer().error).toBe("an error without words");
});

describe("usage that cannot be true is refused", () => {
  const claim = (changes: Partial<NonNullable<WireAnswer["usage"]>>) => ({
    prompt: 10,
    completion: 10,
    total: undefined,
    cached: undefined,
    reasoning: undefined,
    cost: undefined,
    ...changes,
  });

  test.each([
    ["a negative count", { prompt: -1 }],
    ["a negative count of output", { completion: -5 }],
    ["a negative cost", { cost: -0.1 }],
    ["a word", { completion: "many" }],
    ["a list", { prompt: [3] }],
    ["half a token", { completion: 1.5 }],
    ["more than any model takes", { prompt: 1e12 }],
    ["a price that nobody asks", { cost: 1e9 }],
    ["a number as a text", { cached: "3" }],
    ["a cache larger than the prompt", { cached: 11 }],
    ["more reasoning than output", { reasoning: 11 }],
    ["more prompt than was sent", { prompt: 1_000_000 }],
    ["more output than came", { completion: 1_000_000 }],
  ])("%s", (_, changes) => {
    const { usage, problem } = checkUsage(claim(changes), SIZE);
    expect([usage, typeof problem]).toEqual([null, "string"]);
  });

  test.each([
    ["no number at all", Number.POSITIVE_INFINITY, "Infinity"],
    ["a list without end", JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`), "a list"],
    ["a long text", "9".repeat(1_000_000), `"${"9".repeat(40)}…"`],
  ])("%s, in few words", (_, prompt, words) =>
    expect(checkUsage(claim({ prompt }), SIZE).problem).toBe(`prompt is ${words}`),
  );

  test.each([
    ["hidden reasoning, told apart", { completion: 90_000, reasoning: 89_990 }, SIZE],
    ["a prompt that points to a picture", { prompt: 90_000 }, { ...SIZE, pointsElsewhere: true }],
    ["thoughts that are neither shown nor counted apart", { completion: 60_000 }, { ...SIZE, thinksUnseen: true }],
    ["nothing but zeros", { prompt: 0, completion: 0 }, SIZE],
    ["a total that includes more than both", { total: 25 }, SIZE],
  ])("but not %s", (_, changes, size) => {
    expect(checkUsage(claim(changes), size).problem).toBeNull();
  });
});

describe("a price is read whatever else is missing", () => {
  const rests = [
    {},
    { prompt_tokens_details: { cached_tokens: 5 }, output_tokens_details: { reasoning_tokens: 5 } },
    { input_tokens: null, cache_read_input_tokens: 5 },
    { cachedContentTokenCount: 5, thoughtsTokenCount: 5 },
    { promptTokenCount: null, toolUsePromptTokenCount: 5 },
  ];
  const readers = [chat, responses, messages, gemini];
  const cases = readers.flatMap((reader) => rests.map((rest) => ({ reader, format: reader.format, rest })));
  test.each(cases)("$format, beside $rest", ({ reader, format, rest }) => {
    const told = { ...rest, cost: 0.25 };
    const collector = reader.collectAnswer(reader.readRequest({}));
    collector.take(answerWithUsage(format, told));
    expect(checkUsage(collector.answer().usage, SIZE)).toMatchObject({ usage: { cost_usd: 0.25 }, problem: null });
  });
});

function answerWithUsage(format: string, usage: object): object {
  if (format === "messages") return { type: "message", content: [], stop_reason: "end_turn", usage };
  if (format === "responses") return { object: "response", output: [], usage };
  return format === "generate_content" ? { candidates: [], usageMetadata: usage } : { choices: [], usage };
}

describe("tools that the provider carries out", () => {
  test.each([
    { plugins: [{ id: "web" }] },
    { Plugins: {} },
    { web_search_options: {} },
    { mcp_servers: [{ url: "https://x.example" }] },
    {
      tools: [
        { type: "function", function: { name: "a" } },
        { type: "web_search_20250305", name: "web_search" },
      ],
    },
    { tools: [{ type: "web_search" }] },
    { tools: [{ type: "code_interpreter", container: { type: "auto" } }] },
    { tools: [{ type: "something_new" }] },
    { tools: [{ type: 7 }] },
    { tools: [{ googleSearch: {} }] },
    { tools: [{ functionDeclarations: [], google_search: {} }] },
  ])("are offered by %j", (body) => expect(offersProviderTools(body)).toBe(true));

  test.each([
    {},
    { plugins: [], tools: null, mcp_servers: null },
    { tools: [{ type: "function", function: { name: "web_search" } }] },
    {
      tools: [
        { type: "function", name: "shell", parameters: {} },
        { type: "custom", name: "patch" },
      ],
    },
    { tools: [{ type: "local_shell" }, { type: "apply_patch" }] },
    {
      tools: [
        { name: "search", input_schema: {} },
        { type: "custom", name: "x" },
      ],
    },
    {
      tools: [
        { type: "bash_20250124", name: "bash" },
        { type: "text_editor_20250728", name: "edit" },
      ],
    },
    { tools: [{ functionDeclarations: [{ name: "googleSearch" }] }] },
    { tools: "web_search" },
  ])("are not offered by %j", (body) => expect(offersProviderTools(body)).toBe(false));
});

test("a model of Anthropic's that thought may have more output than came", () => {
  const answer = (type: string) => {
    const collector = messages.collectAnswer(messages.readRequest({}));
    collector.take({ type: "message", content: [{ type }, { type: "text", text: "yes" }], stop_reason: "end_turn" });
    return collector.answer().thinksUnseen;
  };
  expect(["thinking", "redacted_thinking", "text"].map(answer)).toEqual([true, true, false]);
});

describe("paths", () => {
  test.each([
    "/v1/../admin",
    "/v1/chat/completions/../../keys",
    "/v1//chat/completions",
    "//v1/chat/completions",
    "/v1/chat%2fcompletions",
    "/v1/chat/completions/",
    "/v1/chat/completions#x",
    "/V1/chat/completions",
    "/v1/keys",
    "/v1/constructor",
    "/v1/__proto__",
    "/v1beta/models/../x:generateContent",
    "/v1beta/models/..%2f..%2fkeys:generateContent",
    "/v1beta/models/a%00b:generateContent",
    "/v1beta/models/a%zz:generateContent",
    "/v1beta/models/a b:generateContent",
    "/v1beta/models/a:deleteContent",
    "/v2/chat/completions",
    "/v1\\chat\\completions",
    "http://other/v1/chat/completions",
    "*",
    "",
  ])("%s leads nowhere", (path) => expect(resourceOf("POST", path)).toBeNull());

  test.each(["GET", "PUT", "DELETE", "OPTIONS", "PATCH"])("%s is no way to ask for an answer", (method) =>
    expect(resourceOf(method, "/v1/chat/completions")).toBeNull(),
  );

  test("a model's name in a path may have a maker, a variant and escapes", () => {
    expect(resourceOf("POST", "/v1beta/models/maker%2Fm-1:free:generateContent")).toMatchObject({
      model: "maker/m-1:free",
      path: "models/maker/m-1%3Afree:generateContent",
    });
  });

  test("only the parameters that a format needs go on", () => {
    expect(resourceOf("POST", "/v1/messages?beta=true&key=x&next=http://evil")).toMatchObject({
      path: "messages?beta=true",
    });
    expect(resourceOf("POST", "/v1/chat/completions?beta=true")).toMatchObject({ path: "chat/completions" });
  });
});
