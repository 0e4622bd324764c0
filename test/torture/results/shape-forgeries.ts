import { type BadValue, FIRST, MISSING, MORE, placesIn, withBadValue } from "../foreign/bad-values.ts";
import { answerWith, type Forgery, type HonestAnswer } from "./forgery.ts";

/** Types of the fields of a trial's result; `?` where null is meaningful. Fields not listed may be anything. */
const TRIAL_FIELDS: Record<string, Kind> = {
  artifact: "object",
  "artifact.schema_version": "number",
  "artifact.identity": "object",
  "artifact.identity.run_id": "text",
  "artifact.identity.suite_id": "text",
  "artifact.identity.model_id": "text",
  "artifact.identity.case_id": "text",
  "artifact.identity.repetition": "number",
  "artifact.runner": "word",
  "artifact.status": "word",
  "artifact.final_output": "text?",
  "artifact.final_output_forced": "flag",
  "artifact.failure": "object?",
  "artifact.request": "object",
  "artifact.request.gateway": "text",
  "artifact.request.model": "text",
  "artifact.request.offline": "flag",
  "artifact.request.messages": "list",
  "artifact.request.messages.0": "object",
  "artifact.request.messages.0.role": "text",
  "artifact.request.messages.0.content": "text",
  "artifact.request.turns": "list",
  "artifact.request.tools": "list",
  "artifact.request.metadata": "object",
  "artifact.request.execution_parameters": "object",
  "artifact.provider": "list",
  "artifact.provider.0": "object",
  "artifact.timing": "object",
  "artifact.timing.started_at": "text",
  "artifact.timing.finished_at": "text",
  "artifact.timing.duration_ms": "number",
  "artifact.timing.latency_ms": "number",
  "artifact.usage": "object?",
  "artifact.usage.prompt_tokens": "number",
  "artifact.usage.completion_tokens": "number",
  "artifact.usage.cost_usd": "number?",
  "artifact.trace": "list",
  "artifact.trace.0": "object",
  "artifact.trace.0.kind": "word",
  "artifact.trace.0.turn": "number",
  "artifact.artifacts": "list",
  "artifact.runner_metadata": "object",
  kept: "object",
  "kept.files": "list",
  "kept.empty": "flag",
  "kept.leftOut": "list",
  "kept.leftOutCount": "number",
  paid: "list",
};

/** Of a judge's call. */
const CALL_FIELDS: Record<string, Kind> = {
  status: "word",
  message: "object",
  "message.content": "text?",
  "message.tool_calls": "list",
  finish_reason: "text?",
  usage: "object?",
  "usage.prompt_tokens": "number",
  "usage.completion_tokens": "number",
  "usage.cost_usd": "number?",
  latency_ms: "number",
  retries: "list",
};

type Kind = "text" | "text?" | "word" | "number" | "number?" | "flag" | "list" | "object" | "object?";

const raw = (name: string, json: string): BadValue => ({ name, json });
const TEXT = raw("a text", '"wonderful-2b1c"');
const NUMBER = raw("a number", "7");
const LIST = raw("a list", "[[]]");
const OBJECT = raw("an object", '{"wonderful-2b1c":1}');
const NULL = raw("null", "null");
const HUGE = raw("a text of 5 MB", `"${"x".repeat(5_000_000)}"`);
const DEEP = raw("10,000 deep", `${"[".repeat(10_000)}${"]".repeat(10_000)}`);
const DEEPER = raw("100,000 deep", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`);
const PROTO = raw("__proto__", '{"__proto__":{"status":"success"},"constructor":7}');
const NEGATIVE = raw("negative", "-1000");
const TOO_MUCH = raw("infinite", "1e999");

/** By what a field is: what it is not. */
const WRONG: Record<Kind, BadValue[]> = {
  text: [MISSING, NULL, NUMBER, LIST, OBJECT, DEEP],
  "text?": [NUMBER, LIST, OBJECT, DEEPER],
  word: [
    MISSING,
    NULL,
    NUMBER,
    LIST,
    TEXT,
    PROTO,
    raw("an empty text", '""'),
    raw("__proto__ as a word", '"__proto__"'),
  ],
  number: [MISSING, NULL, TEXT, LIST, OBJECT, NEGATIVE, TOO_MUCH, raw("NaN in words", '"NaN"')],
  "number?": [TEXT, LIST, OBJECT, NEGATIVE, TOO_MUCH],
  flag: [MISSING, NULL, NUMBER, TEXT, LIST, OBJECT],
  list: [
    MISSING,
    NULL,
    NUMBER,
    TEXT,
    raw("an object like a list", '{"length":1,"0":{}}'),
    DEEP,
    raw("a list of nulls", "[null]"),
  ],
  object: [MISSING, NULL, NUMBER, TEXT, LIST, DEEPER],
  "object?": [NUMBER, TEXT, LIST, DEEP],
};

/** Results of a wrong shape, field by field; of each field some wrong values, so that every kind of wrong comes often. */
export function shapeForgeries(): Forgery[] {
  const forgeries: Forgery[] = [];
  const add = (on: "trial" | "call", fields: Record<string, Kind>, each: number) => {
    let number = 0;
    for (const [field, kind] of Object.entries(fields)) {
      const all = WRONG[kind];
      for (const bad of Array.from({ length: Math.min(each, all.length) }, () => all[number++ % all.length]!))
        forgeries.push({
          name: `${on} ${field}: ${bad.name}`,
          family: on === "trial" ? "shapes of trials" : "shapes of judges' answers",
          on,
          forge: (honest) => answerWith(honest, withBadValue(honest.result, field.split("."), bad)),
          mustNotCount: on === "trial",
        });
    }
  };
  add("trial", TRIAL_FIELDS, 4);
  add("call", CALL_FIELDS, 5);
  for (const on of ["trial", "call"] as const)
    for (const bad of [
      NULL,
      NUMBER,
      TEXT,
      LIST,
      DEEP,
      DEEPER,
      PROTO,
      HUGE,
      raw("true", "true"),
      raw("nothing", "{}"),
      raw("a list of results", "[{},{}]"),
    ])
      forgeries.push({
        name: `${on} as a whole: ${bad.name}`,
        family: on === "trial" ? "shapes of trials" : "shapes of judges' answers",
        on,
        forge: (honest) => answerWith(honest, bad.json),
        mustNotCount: on === "trial",
      });
  return [...forgeries, ...anyField(), ...odderTexts()];
}

/** Fields that may be anything, and what readers make of it. */
function anyField(): Forgery[] {
  const bads = [...FIRST, ...MORE].filter(({ name }) => name !== "100,000 deep");
  return bads.map((bad, at) => ({
    name: `some field of a trial: ${bad.name}`,
    family: "shapes of trials",
    on: "trial",
    forge(honest) {
      const places = placesIn(honest.result.artifact).filter(([first]) => first !== "identity");
      return answerWith(honest, withBadValue(honest.result, ["artifact", ...places[(at * 7) % places.length]!], bad));
    },
  }));
}

/** Texts with which an honest reader could have trouble. */
function odderTexts(): Forgery[] {
  const texts: Record<string, string> = {
    "escape sequences": "\u001b]0;owned\u0007\u001b[2J\u009b31m",
    "a half surrogate": "\ud800",
    NUL: "a\0b",
    "commands of an action": "\n::error::owned\n::set-output name=a::b\n",
    markup: "</script><script>alert(1)</script>",
    "30 MB": "x".repeat(30_000_000),
  };
  const fields: [string, (honest: HonestAnswer, text: string) => object][] = [
    [
      "failure.message",
      ({ result }, text) => ({
        ...(result.artifact as object),
        status: "failed",
        failure: { stage: "execution", message: text },
      }),
    ],
    ["final_output", ({ result }, text) => ({ ...(result.artifact as object), final_output: text })],
    [
      "provider",
      ({ result }, text) => ({
        ...(result.artifact as object),
        provider: [{ name: text, model: text, finish_reason: text }],
      }),
    ],
  ];
  return fields.flatMap(([field, change]) =>
    Object.entries(texts).map(
      ([name, text]): Forgery => ({
        name: `${field}: ${name}`,
        family: "texts",
        on: "trial",
        forge: (honest) => answerWith(honest, JSON.stringify({ ...honest.result, artifact: change(honest, text) })),
      }),
    ),
  );
}
