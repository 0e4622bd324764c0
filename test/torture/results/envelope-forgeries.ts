import { createHash } from "node:crypto";
import { answerWith, type ForgedAnswer, type Forgery, type HonestAnswer } from "./forgery.ts";

const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

/** Content at the key of a result that is not a result. */
const TEXTS: Record<string, string | Buffer> = {
  "no bytes": "",
  "not JSON": "wonderful",
  "half of a JSON": '{"status":"done","at":17',
  "not UTF-8": Buffer.from([0xff, 0xfe, 0x80, 0x00]),
  null: "null",
  "a number": "7",
  "a text": '"done"',
  "a list": "[]",
  "an empty object": "{}",
  "3,000 deep": deep(3_000),
  "100,000 deep": deep(100_000),
  "a status nobody knows": '{"status":"wonderful","at":9e15}',
  "the status __proto__": '{"status":"__proto__","at":9e15}',
  "a status that is a list": '{"status":["done"],"at":9e15}',
};

const FIELDS: Record<string, [object, boolean?][]> = {
  at: [
    [{ at: null }],
    [{ at: "now" }],
    [{ at: -1 }],
    [{ at: 1e308 }],
    [{ at: undefined }],
    [{ at: [] }],
    [{ at: {} }],
    [{ at: 0 }],
  ],
  worker: [
    [{ worker: null }],
    [{ worker: { toString: 1 } }],
    [{ worker: "x".repeat(1_000_000) }],
    [{ worker: "\u001b[2J" }],
  ],
  isFinal: [[{ isFinal: "yes" }], [{ isFinal: null }], [{ isFinal: {} }]],
  result: [
    [{ result: null }, true],
    [{ result: 7 }, true],
    [{ result: {} }, true],
    [{ result: [] }, true],
    [{ result: undefined }, true],
    [{ result: "" }, true],
    [{ result: "{" }, true],
    [{ result: "wonderful" }, true],
    [{ result: deep(100_000) }, true],
  ],
};

/** Answers whose envelope is not as it should be, and answers that are not an answer. */
export function envelopeForgeries(): Forgery[] {
  const forgeries: Forgery[] = [];
  for (const on of ["trial", "call"] as const) {
    const family = on === "trial" ? "envelopes" : "envelopes of judges' answers";
    const add = (name: string, forge: Forgery["forge"], more: Partial<Forgery> = {}) =>
      forgeries.push({ name: `${on}: ${name}`, family, on, forge, ...more });
    for (const [name, text] of Object.entries(TEXTS)) add(name, () => ({ text }), { mustNotCount: on === "trial" });
    for (const [field, values] of Object.entries(FIELDS))
      for (const [change, refused = false] of values)
        add(
          `${field} ${JSON.stringify(change).slice(0, 40)}`,
          ({ envelope }) => ({ text: JSON.stringify({ ...envelope, ...change }) }),
          refused && on === "trial" ? { mustNotCount: true } : {},
        );
    for (const [name, forge] of Object.entries(APART))
      add(`apart: ${name}`, forge, on === "trial" ? { mustNotCount: true } : {});
    for (const [name, answer] of Object.entries(NOT_DONE)) add(name, () => answer, { once: true });
    for (const [type, more] of Object.entries(OTHER_TYPES))
      add(`its key is ${type}`, ({ jobId }) => ({ text: "x", more: more(`assay:result:${jobId}`) }), { alone: true });
    for (const [name, throws] of Object.entries(THROWN))
      add(`it fails with ${name}`, () => ({ text: "", throws }), on === "trial" ? { mustNotCount: true } : {});
  }
  const large = Buffer.alloc(200 * 1024 ** 2, "x");
  forgeries.push(
    {
      name: "200 MB at the key",
      family: "envelopes",
      on: "trial",
      forge: () => ({ text: large }),
      mustNotCount: true,
      alone: true,
    },
    {
      name: "200 MB of a text in a right result",
      family: "envelopes",
      on: "trial",
      forge: (honest) =>
        apart(
          honest,
          JSON.stringify({
            ...honest.result,
            artifact: { ...(honest.result.artifact as object), final_output: large.toString() },
          }),
        ),
      alone: true,
    },
    {
      name: "200 MB of brackets",
      family: "envelopes",
      on: "trial",
      forge: (honest) => apart(honest, "[".repeat(200 * 1024 ** 2)),
      mustNotCount: true,
      alone: true,
    },
  );
  return forgeries;
}

const APART: Record<string, (honest: HonestAnswer) => ForgedAnswer> = {
  "nothing there": ({ envelope }) => ({
    text: JSON.stringify({ ...envelope, status: "done_apart", result: undefined, sha256: "0".repeat(64) }),
  }),
  "no hash": ({ envelope }) => ({ text: JSON.stringify({ ...envelope, status: "done_apart", result: undefined }) }),
  "a hash that is a path": ({ envelope }) => ({
    text: JSON.stringify({ ...envelope, status: "done_apart", result: undefined, sha256: "../../x" }),
  }),
  "a hash that is a list": ({ envelope }) => ({
    text: JSON.stringify({ ...envelope, status: "done_apart", result: undefined, sha256: [1] }),
  }),
  "not JSON": (honest) => apart(honest, "wonderful"),
  "half of a JSON": (honest) => apart(honest, JSON.stringify(honest.result).slice(0, 100)),
  null: (honest) => apart(honest, "null"),
  "not UTF-8": (honest) => apart(honest, Buffer.from([0x22, 0xff, 0xfe, 0x22])),
  "100,000 deep": (honest) => apart(honest, deep(100_000)),
};

function apart({ envelope }: HonestAnswer, content: string | Buffer): ForgedAnswer {
  const bytes = Buffer.from(content as string);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const piece = 512 * 1024;
  const pieces = Array.from({ length: Math.max(1, Math.ceil(bytes.length / piece)) }, (_, at) =>
    bytes.subarray(at * piece, (at + 1) * piece),
  );
  const fields = Object.fromEntries([
    ...pieces.map((part, at) => [String(at), part] as const),
    ["chunks", String(pieces.length)] as const,
  ]);
  return {
    text: JSON.stringify({ ...envelope, status: "done_apart", result: undefined, sha256 }),
    contents: { [sha256]: fields },
  };
}

const LATER = 9e15;
const NOT_DONE: Record<string, ForgedAnswer> = {
  "it has been collected": { text: JSON.stringify({ status: "collected", at: LATER }) },
  "content is missing": { text: JSON.stringify({ status: "content_missing", at: LATER }) },
  "lost, and a thousand dollars back": {
    text: JSON.stringify({ status: "lost", at: LATER, begun: 1, paidUsd: -1000, isInDoubt: false }),
  },
  "lost, and paid in words": {
    text: JSON.stringify({ status: "lost", at: LATER, begun: 1, paidUsd: "much", isInDoubt: true }),
  },
  "lost, and paid null": {
    text: JSON.stringify({ status: "lost", at: LATER, begun: 1, paidUsd: null, isInDoubt: "maybe" }),
  },
  "lost, begun 1e308 times": {
    text: JSON.stringify({ status: "lost", at: LATER, begun: 1e308, paidUsd: 0, isInDoubt: false }),
  },
  "lost, begun in words": { text: JSON.stringify({ status: "lost", at: LATER, begun: "often", paidUsd: 0 }) },
};

const OTHER_TYPES: Record<string, (key: string) => string[][]> = {
  "a list": (key) => [
    ["DEL", key],
    ["RPUSH", key, "x"],
  ],
  "a hash": (key) => [
    ["DEL", key],
    ["HSET", key, "status", "done"],
  ],
  "a set": (key) => [
    ["DEL", key],
    ["SADD", key, "x"],
  ],
};

const THROWN: Record<string, string> = {
  "an escape sequence": "\u001b]0;owned\u0007\u001b[2Jfailed",
  "a text of 5 MB": "x".repeat(5_000_000),
  "no words": "",
  markup: "</script><script>alert(1)</script>",
  "many lines": "a\n".repeat(10_000),
};

/** Results of another job, or duplicated ones. */
export function identityForgeries(): Forgery[] {
  const identity = (name: string, change: object): Forgery => ({
    name: `it calls itself ${name}`,
    family: "identities",
    on: "trial",
    forge(honest) {
      const artifact = honest.result.artifact as { identity: object };
      return answerWith(
        honest,
        JSON.stringify({ ...honest.result, artifact: { ...artifact, identity: { ...artifact.identity, ...change } } }),
      );
    },
  });
  return [
    identity("another run", { run_id: "f".repeat(64) }),
    identity("a run that is a path", { run_id: "../../../../canary/planted" }),
    identity("another model", { model_id: "other" }),
    identity("a model that is a path", { model_id: "../../../../canary/planted" }),
    identity("another case", { case_id: "case_9999" }),
    identity("a case that is a path", { case_id: "../../../../canary/planted" }),
    identity("another suite", { suite_id: "../../canary" }),
    identity("another profile", { run_profile_id: "../../canary" }),
    identity("another repetition", { repetition: 2 }),
    identity("repetition -1", { repetition: -1 }),
    identity("a repetition that is a path", { repetition: "../../canary" }),
    identity("a variant", { variant: { model_id: "x", variant_id: "../y", messages: [1e308] } }),
    {
      name: "the answer of another trial",
      family: "identities",
      on: "trial",
      forge: (honest, { other }) => ({
        text: JSON.stringify({ ...honest.envelope, result: JSON.stringify(other.result) }),
      }),
    },
    {
      name: "an answer for another trial too",
      family: "identities",
      on: "trial",
      forge: (honest) => ({
        text: JSON.stringify(honest.envelope),
        more: [
          ["PUBLISH", "assay:done", "trial-wonderful"],
          ["SET", "assay:result:trial-wonderful", "{"],
        ],
      }),
    },
    {
      name: "an answer that is taken back at once",
      family: "identities",
      on: "trial",
      forge: (honest) => ({
        text: JSON.stringify(honest.envelope),
        more: [
          ["SET", `assay:result:${honest.jobId}`, '{"status":"done","at":9e15,"isFinal":true,"result":"{}"}'],
          ["PUBLISH", "assay:done", honest.jobId],
        ],
      }),
    },
    {
      name: "an answer that goes on and on",
      family: "identities",
      on: "trial",
      forge: (honest) => ({
        text: JSON.stringify(honest.envelope),
        more: Array.from({ length: 2_000 }, () => ["PUBLISH", "assay:done", honest.jobId]),
      }),
    },
  ];
}

/** Its claims about payments. */
export function moneyForgeries(): Forgery[] {
  const paid: Record<string, string> = {
    "a thousand dollars back": "[-1000]",
    "a cent back": "[-0.01]",
    "1e308": "[1e308]",
    infinity: "[1e999]",
    "minus infinity": "[-1e999]",
    words: '["1000"]',
    "a list": "[[-1000]]",
    "an object": '{"length":1,"0":-1000}',
    "a million entries": `[${Array(1_000_000).fill("-0.001").join(",")}]`,
    null: "null",
    "a number": "-1000",
    "infinity and back": "[1e308,1e308,-1e308]",
    objects: '[{"valueOf":-1000}]',
    true: "[true]",
  };
  const costs = ["-1000", "1e308", "1e999", '"-1000"', "[-1000]", "-0.01"];
  return [
    ...Object.entries(paid).map(
      ([name, json]): Forgery => ({
        name: `paid ${name}`,
        family: "money",
        on: "trial",
        alone: true,
        forge: (honest) =>
          answerWith(
            honest,
            JSON.stringify({ ...honest.result, paid: "@@paid@@" }).replace('"@@paid@@"', () => json),
          ),
      }),
    ),
    ...costs.map(
      (json): Forgery => ({
        name: `a judge that cost ${json}`,
        family: "money",
        on: "call",
        alone: true,
        forge: (honest) =>
          answerWith(
            honest,
            JSON.stringify({
              ...honest.result,
              usage: { ...(honest.result.usage as object), cost_usd: "@@cost@@" },
            }).replace('"@@cost@@"', () => json),
          ),
      }),
    ),
    ...costs.map(
      (json): Forgery => ({
        name: `a trial that cost ${json}`,
        family: "money",
        on: "trial",
        alone: true,
        forge(honest) {
          const artifact = honest.result.artifact as { usage: object };
          const text = JSON.stringify({
            ...honest.result,
            artifact: { ...artifact, usage: { ...artifact.usage, cost_usd: "@@cost@@" } },
          });
          return answerWith(
            honest,
            text.replace('"@@cost@@"', () => json),
          );
        },
      }),
    ),
  ];
}

/** Findings of checks that ran elsewhere. */
export function checkForgeries(): Forgery[] {
  const one = {
    check_id: "hooked",
    kind: "module_hook",
    dimensions: [],
    required: true,
    outcome: "passed",
    message: "wonderful-2b1c",
  };
  const lists: Record<string, string> = {
    null: "null",
    "a number": "7",
    "a text": '"passed"',
    "an object": JSON.stringify({ hooked: one }),
    nulls: "[null]",
    numbers: "[1,2]",
    "nothing at all": "[]",
    "100,000 deep": deep(100_000),
    "a million": `[${Array(300_000)
      .fill(JSON.stringify({ check_id: "x" }))
      .join(",")}]`,
    ...Object.fromEntries(
      Object.keys(one).flatMap((field) =>
        ["null", "7", '"wonderful-2b1c"', "{}", '[["x"]]', '"\\u001b[2J"'].map((value) => [
          `${field} ${value}`,
          JSON.stringify([{ ...one, [field]: "@@" }]).replace('"@@"', () => value),
        ]),
      ),
    ),
    "another check": JSON.stringify([{ ...one, check_id: "answered" }]),
    "the check twice": JSON.stringify([one, { ...one, outcome: "failed" }]),
    "more than was asked": JSON.stringify([one, { ...one, check_id: "invented" }]),
  };
  return Object.entries(lists).map(([name, json]) => ({
    name: `checks: ${name}`,
    family: "checks of workers",
    on: "checks",
    forge: (honest) => answerWith(honest, json),
  }));
}
