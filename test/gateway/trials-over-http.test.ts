import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ScriptedAnswer } from "../support/scripted-provider.ts";
import { filesBelow, KEY, runOneTrial } from "./one-trial.ts";

test("an answer is stored with its usage, and the exit code is 0", async () => {
  const { code, run, stdout } = await runOneTrial(["It is done."]);
  expect(run).toMatchObject({ status: "success", final_output: "It is done.", usage: { cost_usd: 0.001 } });
  expect(stdout).toContain("$0.001");
  expect(code).toBe(0);
});

describe("what a provider does wrong is a status, a sentence in the report and exit code 1", () => {
  test.each<[string, ScriptedAnswer, string, string]>([
    ["a refused key", { status: 401 }, "provider_error", "Check the key in OPENROUTER_API_KEY"],
    ["no credit", { status: 402 }, "provider_error", "answered 402"],
    [
      "an unknown model",
      { status: 404, body: { error: { message: "No such model" } } },
      "provider_error",
      "No such model",
    ],
    [
      "a bad request",
      { status: 400, body: { error: { message: "context too long" } } },
      "provider_error",
      "context too long",
    ],
    ["too many requests", { status: 429 }, "provider_error", "answered 429"],
    ["an outage", { status: 503 }, "provider_error", "answered 503"],
    [
      "a web page",
      { status: 200, body: "<html><title>Login</title></html>" },
      "provider_error",
      'a web page ("Login")',
    ],
    ["a cut-off body", { status: 200, body: '{"choices":[{' }, "provider_error", "cut off or broken"],
    ["a cut connection", { status: 200, body: "0123456789", cut: "in_body" }, "provider_error", "The connection to"],
    ["an error in a 200", { status: 200, body: { error: { code: 500, message: "boom" } } }, "provider_error", "boom"],
    ["no choice", { status: 200, body: { choices: [] } }, "provider_error", "an empty list of choices"],
    ["silence", { status: 200, hang: "before_headers" }, "timed_out", "no complete answer within 0.3 s"],
    [
      "a trickle",
      { status: 200, body: "x".repeat(500), trickleEveryMs: 50 },
      "timed_out",
      "no complete answer within 0.3 s",
    ],
    ["an empty answer", { content: "" }, "failed", "final answer is empty"],
    ["a nameless tool", { tool_calls: [{ name: "", arguments: {} }] }, "failed", "a tool without naming one"],
  ])("%s", async (_, answer, status, sentence) => {
    const { code, run, stdout } = await runOneTrial([answer], { settings: { timeout_seconds: 0.3 } });
    expect(run).toMatchObject({ status, final_output: null, failure: { message: expect.stringContaining(sentence) } });
    expect(stdout).toContain(sentence.slice(0, 30));
    expect(code).toBe(1);
  });
});

test("every retry is an event of the trial's trace", async () => {
  const busy = { status: 429, headers: { "retry-after": "0" } };
  const { run, code } = await runOneTrial([busy, { ...busy, status: 503 }, "At last."], { settings: { retries: 2 } });
  expect(run.trace).toMatchObject([
    { turn: 1, kind: "runner_event", event: "request_retried", details: { attempt: 1, http_status: 429, wait_ms: 0 } },
    { turn: 1, kind: "runner_event", event: "request_retried", details: { attempt: 2, http_status: 503, wait_ms: 0 } },
    { turn: 1, kind: "final_output", content: "At last." },
  ]);
  expect(code).toBe(0);
});

test("without a key nothing starts: exit code 2, and the message says what to set", async () => {
  const { code, stderr, provider, run } = await runOneTrial(["never"], { env: {} });
  expect(stderr).toContain("OPENROUTER_API_KEY is not set");
  expect(code).toBe(2);
  expect(provider.requests).toHaveLength(0);
  expect(run).toBeNull();
});

test("the workspace's .env is read", async () => {
  const { provider, run } = await runOneTrial(["ok"], {
    env: {},
    files: {
      ".env": "export OPENROUTER_API_KEY='key-from-the-file' # mine\nOPENROUTER_BASE_URL=http://127.0.0.1:9/v1\n",
    },
  });
  expect(run.failure.message).toContain("The connection to http://127.0.0.1:9/v1 failed");
  expect(provider.requests).toHaveLength(0);
});

test("the key stands in no file, whatever the provider and the model do with it", async () => {
  const echo = { path: "leak.txt", content: `${KEY} ${Buffer.from(KEY).toString("base64")}` };
  const { root, code, stdout, stderr } = await runOneTrial(
    [{ content: `I know ${KEY}`, tool_calls: [{ name: "write_file", arguments: echo }] }, { content: `Bearer ${KEY}` }],
    { tools: ["write_file"] },
  );
  expect(code).toBe(0);
  const files = filesBelow(join(root, "outputs"));
  expect(files.some((path) => path.endsWith("leak.txt"))).toBe(true);
  for (const path of files) expect(readFileSync(path, "utf8"), path).not.toContain(KEY);
  expect(stdout + stderr).not.toContain(KEY);
});

test("5 MB of unicode are stored and come back as they were", async () => {
  const content = `${"漢字 🦉 \u202Eabc\u202C é ".repeat(180_000)}end`;
  const { run } = await runOneTrial([content]);
  expect(run.final_output === content).toBe(true);
});

test("a loop of tool calls ends with a forced answer, on record as forced", async () => {
  const { run, code, provider } = await runOneTrial(
    ({ body }) => (body.tools ? { tool_calls: [{ id: "same", name: "list_files", arguments: {} }] } : "I stop here."),
    { tools: ["list_files"], settings: { max_turns: 2 } },
  );
  expect(provider.requests).toHaveLength(3);
  expect(run).toMatchObject({ status: "success", final_output: "I stop here.", final_output_forced: true });
  expect(run.trace.map(({ turn, kind }: { turn: number; kind: string }) => `${turn} ${kind}`)).toEqual([
    "1 tool_call",
    "1 tool_result",
    "2 tool_call",
    "2 tool_result",
    "3 runner_event",
    "3 message",
    "3 final_output",
  ]);
  expect(code).toBe(0);
});

test("tool ids that a model repeats in one turn are told apart in the record", async () => {
  const call = (path: string) => ({ id: "same", name: "write_file", arguments: { path, content: path } });
  const { run } = await runOneTrial([{ tool_calls: [call("a.txt"), call("b.txt")] }, "Both written."], {
    tools: ["write_file"],
  });
  const ids = run.trace.filter(({ kind }: { kind: string }) => kind === "tool_result");
  expect(ids).toMatchObject([
    { tool_call_id: "same", status: "success" },
    { tool_call_id: "same_2", status: "success" },
  ]);
});
