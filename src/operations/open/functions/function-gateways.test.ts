import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { bundle } from "../../../../test/support/bundle.ts";
import type { Gateways } from "../../../gateway/index.ts";
import type { ChatOutcome, ChatRequest } from "../../../records/index.ts";
import { addFunctions, type FunctionModel } from "./function-gateways.ts";

function asked(
  answer: (request: Parameters<FunctionModel["answer"]>[0]) => unknown,
  changes: Partial<ChatRequest> = {},
  timeoutSeconds = 5,
) {
  const gateways = addFunctions({} as Gateways, { mine: { answer: answer as FunctionModel["answer"] } });
  const request = { model: "function/mine", messages: [], options: {}, ...changes };
  return gateways.forModel("function/mine", undefined as never).complete(request, { timeoutSeconds, retries: 0 });
}

function nested(levels: number): Record<string, unknown> {
  let value: Record<string, unknown> = {};
  for (let level = 0; level < levels; level++) value = { value };
  return value;
}

const thrown = (value: unknown) => () => {
  throw value;
};

test.each<[string, () => unknown, Partial<ChatOutcome> & { message: unknown }]>([
  ["nothing", () => undefined, { status: "provider_error", message: "mine returned undefined, which is no answer" }],
  ["null", () => null, { status: "provider_error", message: "mine returned null, which is no answer" }],
  ["a function", () => () => "4", { status: "provider_error", message: expect.stringContaining("a function") }],
  [
    "a content of parts",
    () => ({ content: [] }),
    { status: "provider_error", message: expect.stringContaining("a list") },
  ],
  [
    "a content that is an object",
    () => ({ content: {} }),
    { status: "provider_error", message: expect.stringContaining("returned as JSON") },
  ],
  ["half a character", () => "4\ud83d", { status: "answered", message: { content: "4\ufffd", tool_calls: [] } }],
  ["a number", () => 4, { status: "answered", message: { content: "4", tool_calls: [] } }],
  [
    "calls that are none",
    () => ({ content: "4", tool_calls: "add" }),
    { status: "answered", message: { content: "4", tool_calls: [] } },
  ],
  [
    "more tool calls than anybody executes",
    () => ({ content: null, tool_calls: Array(300_000).fill({ function: { name: "add", arguments: "{}" } }) }),
    { status: "provider_error", message: "mine answered with more than 1,000 tool calls" },
  ],
  [
    "a text of two hundred megabytes",
    () => "x".repeat(200_000_000),
    { status: "provider_error", message: "mine answered with more than 8,388,608 characters" },
  ],
  [
    "a message of two hundred megabytes",
    () => ({ content: "x".repeat(200_000_000) }),
    { status: "provider_error", message: "mine answered with more than 8,388,608 characters" },
  ],
  [
    "arguments of two hundred megabytes",
    () => ({ content: "", tool_calls: [{ function: { name: "add", arguments: "x".repeat(200_000_000) } }] }),
    { status: "provider_error", message: "mine answered with more than 8,388,608 characters" },
  ],
  [
    "data that is nested without end",
    () => nested(200_000),
    { status: "provider_error", message: "mine returned data that is nested more than 500 levels deep" },
  ],
  [
    "arguments that are nested without end",
    () => ({ content: "", tool_calls: [{ function: { name: "add", arguments: nested(200_000) } }] }),
    { status: "provider_error", message: "mine returned data that is nested more than 500 levels deep" },
  ],
])("a function that returns %s", async (_, answer, outcome) => {
  expect(await asked(answer)).toMatchObject(outcome);
});

test("a function's tool calls are read like a server's, whose arguments may be an object", async () => {
  const call = { function: { name: "add", arguments: { to: 2 } } };
  expect(await asked(() => ({ content: null, tool_calls: [call] }))).toMatchObject({
    message: { tool_calls: [{ id: "call_1", type: "function", function: { name: "add", arguments: '{"to":2}' } }] },
    finish_reason: "tool_calls",
  });
});

test.each([
  [
    "of ours",
    { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8, cached_tokens: 1, reasoning_tokens: 2, cost_usd: 0.5 },
    [5, 3, 8, 1, 2, 0.5],
  ],
  [
    "of a provider",
    { prompt_tokens: 5, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 1 }, cost: 0.5 },
    [5, 3, 8, 1, 0, 0.5],
  ],
  [
    "in texts and below zero",
    { prompt_tokens: "5", completion_tokens: -3, cost_usd: Number.NaN },
    [0, 0, 0, 0, 0, null],
  ],
])("a function's usage in words %s is counted as far as it is numbers", async (_, usage, counts) => {
  const outcome = await asked(() => ({ content: "4", usage }));
  expect(outcome.status === "answered" && outcome.usage && Object.values(outcome.usage)).toEqual(counts);
});

test.each([
  ["an error", new Error("no"), "mine threw: no"],
  ["an error without words", new TypeError(), "mine threw: TypeError"],
  ["what cannot be a text", Object.create(null), "mine threw: something that has no words"],
  ["megabytes", new Error("x".repeat(5_000_000)), `mine threw: ${"x".repeat(2_000)} …`],
])("a function that throws %s", async (_, error, message) => {
  expect(await asked(thrown(error))).toMatchObject({ status: "provider_error", message });
});

test("what a function does to its request stays with the function", async () => {
  const messages: ChatRequest["messages"] = [{ role: "user", content: "What is 2 + 2?" }];
  const options = { temperature: 0 };
  await asked(
    (request) => {
      request.messages[0]!.content = "What is 3 + 3?";
      request.messages.unshift({ role: "system", content: "You add." });
      request.options.temperature = 2;
      return "6";
    },
    { messages, options },
  );
  expect([messages, options]).toEqual([[{ role: "user", content: "What is 2 + 2?" }], { temperature: 0 }]);
});

test("a time limit of months is no limit of a millisecond", async () => {
  const slowly = () => new Promise((resolve) => setTimeout(() => resolve("4"), 20));
  expect(await asked(slowly, {}, 10_000_000)).toMatchObject({ status: "answered" });
});

test("a program whose function never answers, and waits for nothing, goes on when the time is up", async () => {
  const module = JSON.stringify(`file://${await bundle("src/operations/open/functions/function-gateways.ts")}`);
  const program = `import { addFunctions } from ${module};
    const gateways = addFunctions({}, { mine: { answer: () => new Promise(() => {}) } });
    const request = { model: "function/mine", messages: [], options: {} };
    const { status } = await gateways.forModel("function/mine").complete(request, { timeoutSeconds: 0.1 });
    console.log(status);`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  expect([stdout, stderr]).toEqual(["timed_out\n", ""]);
});

/** Bundles a program that calls a function once and runs a while longer. */
async function programWith(answer: string, rest = "") {
  const module = JSON.stringify(`file://${await bundle("src/operations/open/functions/function-gateways.ts")}`);
  const program = `import { addFunctions } from ${module};
    const fail = () => { throw new Error("too late"); };
    const gateways = addFunctions({}, { mine: { answer: ${answer} } });
    const request = { model: "function/mine", messages: [], options: {} };
    const { status } = await gateways.forModel("function/mine").complete(request, { timeoutSeconds: 0.2 });
    ${rest}
    setTimeout(() => console.log(status), 400);`;
  return spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
}

test.each([
  ["throws in a timer after its answer", '() => { setTimeout(fail, 50); return "4"; }', "answered"],
  [
    "rejects a promise after its answer",
    '() => { new Promise((_, no) => setTimeout(no, 50, new Error("too late"))); return "4"; }',
    "answered",
  ],
  [
    "throws after its answer was promised",
    '() => new Promise((yes) => { yes("4"); setTimeout(fail, 50); })',
    "answered",
  ],
  ["leaves a rejected promise behind", '() => { Promise.reject(new Error("too late")); return "4"; }', "answered"],
  [
    "rejects after its time",
    '() => new Promise((_, no) => setTimeout(() => { Promise.reject(new Error("too late")); no(new Error("x")); }, 300))',
    "timed_out",
  ],
  [
    "throws where it hears that its time is over",
    '({ signal }) => { signal.addEventListener("abort", fail); return new Promise(() => {}); }',
    "timed_out",
  ],
])("a function that %s does not end the program, and is named", async (_, answer, status) => {
  const { stdout, stderr, status: code } = await programWith(answer);
  expect({ stdout, code }).toEqual({ stdout: `${status}\n`, code: 0 });
  expect(stderr).toContain("AssayWarning: mine left something behind that failed: too late. It is ignored.");
});

test.each([
  ["an error thrown", "setTimeout(fail, 50);"],
  ["a promise rejected", 'Promise.reject(new Error("too late"));'],
])("%s by the program itself ends it as it would without us", async (_, rest) => {
  const { stdout, stderr, status } = await programWith('() => "4"', rest);
  expect({ stdout, status }).toEqual({ stdout: "", status: 1 });
  expect(stderr).toContain("Error: too late");
});

test("a program that listens for its own errors is told of them, and lives as before", async () => {
  const rest =
    'process.on("uncaughtException", ({ message }) => console.log("told of", message)); setTimeout(fail, 50);';
  const { stdout, status } = await programWith('() => "4"', rest);
  expect({ stdout, status }).toEqual({ stdout: "told of too late\nanswered\n", status: 0 });
});
