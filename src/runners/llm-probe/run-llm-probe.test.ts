import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { probeTrial } from "../../../test/support/probe-trial.ts";
import { type Script, scriptedProvider } from "../../../test/support/scripted-provider.ts";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import type { ModelConfig, RunnerSettings, ToolName } from "../../config/index.ts";
import { openGateways } from "../../gateway/index.ts";
import type { RunArtifact, TraceEvent } from "../../records/index.ts";
import type { RunnerSurroundings } from "../contract/runner.ts";
import { runLlmProbe } from "../index.ts";

interface Setting {
  tools?: ToolName[];
  model?: Partial<ModelConfig>;
  settings?: Partial<RunnerSettings>;
  signal?: AbortSignal;
}

async function run(script: Script, { tools = [], model = {}, settings = {}, signal }: Setting = {}) {
  const provider = await scriptedProvider(script);
  const gateways = openGateways({ env: {}, random: () => 0, sleep: async () => {} });
  onTestFinished(() => gateways.close());
  const directory = temporaryFolder();
  const trial = await probeTrial({ resolvedModel: "some/model", message: "Do it.", tools, model, settings });
  const surroundings: RunnerSurroundings = {
    gateway: gateways.forModel("some/model", { base_url: provider.baseUrl }),
    sandbox: { ok: false, reason: "none in this test" },
    directory,
    clock: () => new Date("2026-01-01T00:00:00Z"),
    env: {},
    signal: signal ?? new AbortController().signal,
  };
  return { artifact: await runLlmProbe(trial, surroundings), provider, directory };
}

const kinds = ({ trace }: RunArtifact) => trace.map(({ turn, kind }) => `${turn} ${kind}`);
const results = ({ trace }: RunArtifact) =>
  trace.filter((event): event is Extract<TraceEvent, { kind: "tool_result" }> => event.kind === "tool_result");

const write = (path: string, content: string, id?: string) => ({
  id,
  name: "write_file",
  arguments: { path, content },
});
const read = (path: string, id?: string) => ({ id, name: "read_file", arguments: { path } });

test("a plain answer is a success, with everything on record", async () => {
  const { artifact } = await run(["Done."], { settings: { temperature: 0, seed: null } });
  expect(artifact).toEqual({
    schema_version: 1,
    identity: {
      run_id: "run",
      suite_id: "suite",
      run_profile_id: "profile",
      model_id: "m",
      case_id: "case",
      repetition: 1,
    },
    runner: "llm_probe",
    status: "success",
    final_output: "Done.",
    final_output_forced: false,
    failure: null,
    request: {
      gateway: expect.stringMatching(/^http:\/\/127/),
      model: "some/model",
      offline: false,
      execution_parameters: { temperature: 0, timeout_seconds: 5, retries: 0, max_turns: 8 },
      messages: [{ role: "user", content: "Do it." }],
      turns: [],
      tools: [],
      metadata: { attachments: [] },
    },
    provider: [{ name: "Scripted", model: "some/model", finish_reason: "stop" }],
    timing: {
      started_at: "2026-01-01T00:00:00.000Z",
      finished_at: "2026-01-01T00:00:00.000Z",
      duration_ms: 0,
      latency_ms: expect.any(Number),
    },
    usage: {
      prompt_tokens: 10,
      completion_tokens: 5,
      total_tokens: 15,
      cached_tokens: 0,
      reasoning_tokens: 0,
      cost_usd: 0.001,
    },
    trace: [{ turn: 1, at_ms: 0, kind: "final_output", content: "Done.", forced: false }],
    artifacts: [],
    runner_metadata: { requests: 1, raw_answers: [expect.objectContaining({ id: "gen-1" })] },
  });
});

test("a case without tools leaves no folders and offers none to the model", async () => {
  const { provider, directory } = await run(["Done."]);
  expect(provider.requests[0]!.body).not.toHaveProperty("tools");
  expect(existsSync(join(directory, "workspace"))).toBe(false);
});

test("later settings win: model extras, primary_params, settings, request_options", async () => {
  const { provider } = await run(["Done."], {
    model: {
      provider: "ignored",
      label: "ignored",
      temperature: 1,
      reasoning: { effort: "low" },
      top_k: 5,
      primary_params: { reasoning: { effort: "high" }, verbosity: "low" },
    },
    settings: { temperature: 0.5, max_tokens: 100, top_p: 0.9, request_options: { top_p: 0.1, custom: [1] } },
  });
  const { messages: _, ...options } = provider.requests[0]!.body;
  expect(options).toEqual({
    model: "some/model",
    temperature: 0.5,
    reasoning: { effort: "high" },
    top_k: 5,
    verbosity: "low",
    max_tokens: 100,
    top_p: 0.1,
    custom: [1],
  });
});

describe("tools", () => {
  test("calls of one turn run in order, results go back in order, usage is summed", async () => {
    const { artifact, provider, directory } = await run(
      [{ content: "First I write.", tool_calls: [write("a.txt", "hello", "w"), read("a.txt", "r")] }, "It says hello."],
      { tools: ["write_file", "read_file"] },
    );
    expect(artifact).toMatchObject({ status: "success", final_output: "It says hello.", usage: { total_tokens: 30 } });
    expect(kinds(artifact)).toEqual([
      "1 message",
      "1 tool_call",
      "1 tool_call",
      "1 tool_result",
      "1 tool_result",
      "2 final_output",
    ]);
    expect(results(artifact)[1]).toMatchObject({ tool_call_id: "r", status: "success", content: "hello" });
    expect(provider.requests[1]!.body.messages.slice(1)).toMatchObject([
      { role: "assistant", content: "First I write.", tool_calls: [{ id: "w" }, { id: "r" }] },
      { role: "tool", tool_call_id: "w" },
      { role: "tool", tool_call_id: "r", content: "hello" },
    ]);
    expect(existsSync(join(directory, "workspace", "a.txt"))).toBe(true);
  });

  test.each([
    ["a tool the case does not list", { name: "exec_shell", arguments: { command: "id" } }, /no tool "exec_shell"/],
    ["a tool that does not exist", { name: "format_disk", arguments: {} }, /no tool "format_disk"/],
    ["arguments that are not JSON", { name: "read_file", arguments: "{path" }, /not executed/],
    ["arguments that are a list", { name: "read_file", arguments: "[]" }, /not executed/],
    ["a missing argument", { name: "read_file", arguments: {} }, /not executed/],
  ])("%s is answered with an error, and the model goes on", async (_, call, message) => {
    const { artifact } = await run([{ tool_calls: [call] }, "I could not."], { tools: ["read_file"] });
    expect(artifact).toMatchObject({ status: "success", final_output: "I could not." });
    expect(results(artifact)).toMatchObject([{ status: "error", content: expect.stringMatching(message) }]);
  });

  test("ids that a model repeats in one turn are told apart", async () => {
    const calls = [write("a", "1", "x"), write("b", "2", "x"), write("c", "3", "x_2")];
    const { artifact, provider } = await run([{ tool_calls: calls }, "Done."], { tools: ["write_file"] });
    expect(results(artifact).map(({ tool_call_id }) => tool_call_id)).toEqual(["x", "x_3", "x_2"]);
    const sent = provider.requests[1]!.body.messages;
    expect(sent[1].tool_calls.map(({ id }: { id: string }) => id)).toEqual(["x", "x_3", "x_2"]);
    expect(artifact.trace).toContainEqual(expect.objectContaining({ event: "tool_call_ids_repeated" }));
  });

  test("the same ids in every turn are fine", async () => {
    const { artifact } = await run(
      [{ tool_calls: [write("a", "1", "x")] }, { tool_calls: [read("a", "x")] }, "Done."],
      {
        tools: ["write_file", "read_file"],
      },
    );
    expect(results(artifact).map(({ tool_call_id, turn }) => `${turn} ${tool_call_id}`)).toEqual(["1 x", "2 x"]);
  });

  test("more than 64 calls in one turn are not executed", async () => {
    const calls = Array.from({ length: 66 }, (_, index) => write(`f${index}`, "x", `c${index}`));
    const { artifact } = await run([{ tool_calls: calls }, "Done."], { tools: ["write_file"] });
    expect(results(artifact).filter(({ status }) => status === "error")).toHaveLength(2);
  });

  test("reasoning goes back with the tool calls it led to", async () => {
    const message = {
      content: null,
      reasoning_details: [{ type: "reasoning.encrypted", data: "abc" }],
      tool_calls: [{ id: "x", type: "function", function: { name: "list_files", arguments: "{}" } }],
    };
    const { provider } = await run([{ status: 200, body: { choices: [{ message }] } }, "Done."], {
      tools: ["list_files"],
    });
    expect(provider.requests[1]!.body.messages[1]).toMatchObject({ reasoning_details: message.reasoning_details });
  });

  test("a model that never stops is asked for its final answer without tools", async () => {
    const { artifact, provider } = await run(
      ({ body }) => (body.tools ? { tool_calls: [{ name: "list_files", arguments: {} }] } : "That is all I know."),
      { tools: ["list_files"], settings: { max_turns: 3 } },
    );
    expect(provider.requests).toHaveLength(4);
    expect(provider.requests[3]!.body.messages.at(-1)).toMatchObject({ role: "user" });
    expect(artifact).toMatchObject({
      status: "success",
      final_output: "That is all I know.",
      final_output_forced: true,
    });
    expect(kinds(artifact).slice(-3)).toEqual(["4 runner_event", "4 message", "4 final_output"]);
  });

  test("a model that even then only wants tools has failed", async () => {
    const { artifact } = await run([{ tool_calls: [{ name: "list_files", arguments: {} }] }], {
      tools: ["list_files"],
      settings: { max_turns: 1 },
    });
    expect(artifact).toMatchObject({
      status: "failed",
      final_output: null,
      final_output_forced: true,
      failure: { stage: "execution", message: expect.stringContaining("asked for list_files instead of answering") },
    });
  });
});

describe("a model that calls a tool where the case offers none", () => {
  const call = { tool_calls: [{ name: "web_search", arguments: { query: "x" } }] };

  test("is told so once, and its answer counts", async () => {
    const { artifact, provider } = await run([call, "Then I answer: 42."]);
    expect(provider.requests).toHaveLength(2);
    expect(provider.requests[1]!.body).not.toHaveProperty("tools");
    expect(results(artifact)).toMatchObject([
      { status: "error", content: 'There is no tool "web_search" here; there are none.' },
    ]);
    expect(artifact).toMatchObject({
      status: "success",
      final_output: "Then I answer: 42.",
      final_output_forced: false,
    });
  });

  test.each([1, 8, 50])("and calls again has failed after two requests, with max_turns %i", async (max_turns) => {
    const { artifact, provider } = await run(() => call, { settings: { max_turns } });
    expect(provider.requests).toHaveLength(2);
    expect(artifact).toMatchObject({
      status: "failed",
      final_output: null,
      failure: {
        stage: "execution",
        message: "The subject called web_search again, although the case offers no tools and it was told so.",
      },
    });
  });

  test("and says something beside its second call has answered", async () => {
    const { artifact, provider } = await run([call, { content: "It is 42.", ...call }]);
    expect(provider.requests).toHaveLength(2);
    expect(artifact).toMatchObject({ status: "success", final_output: "It is 42." });
  });
});

describe("statuses", () => {
  test("a shell that no sandbox can run here is the machine's failure, and no further request is paid for", async () => {
    const { artifact, provider } = await run(
      [{ tool_calls: [{ name: "exec_shell", arguments: { command: "id" } }] }, "I could not."],
      { tools: ["exec_shell"] },
    );
    expect(artifact).toMatchObject({
      status: "provider_error",
      failure: { stage: "tool", message: "exec_shell is not available: none in this test" },
    });
    expect(results(artifact)).toMatchObject([{ status: "error" }]);
    expect(provider.requests).toHaveLength(1);
  });

  test.each([
    ["stop", /^The subject's final answer is empty\.$/],
    ["length", /used up its tokens/],
    ["content_filter", /content filter withheld it/],
  ])("an empty answer that ended by %s has failed", async (finish_reason, message) => {
    const { artifact } = await run([{ content: " \n", finish_reason }]);
    expect(artifact).toMatchObject({
      status: "failed",
      final_output: null,
      failure: { stage: "execution", message: expect.stringMatching(message) },
    });
  });

  test("a tool call without a name has failed: it is the subject's own doing", async () => {
    const { artifact } = await run([{ tool_calls: [{ name: "", arguments: {} }] }], { tools: ["list_files"] });
    expect(artifact).toMatchObject({ status: "failed", failure: { stage: "tool" } });
  });

  test("a request that takes too long is timed out", async () => {
    const { artifact } = await run([{ status: 200, hang: "before_headers" }], { settings: { timeout_seconds: 0.1 } });
    expect(artifact).toMatchObject({ status: "timed_out", failure: { stage: "timeout" } });
  });

  test("a provider's failure is its own, and says when no other trial can succeed", async () => {
    const { artifact: refused } = await run([{ status: 401, body: { error: { message: "who are you?" } } }]);
    expect(refused).toMatchObject({
      status: "provider_error",
      failure: { stage: "provider", message: expect.stringContaining("answered 401"), unrecoverable: true },
      runner_metadata: { failed_answer: { http_status: 401, raw: { error: { message: "who are you?" } } } },
    });
    const { artifact: broken } = await run([{ status: 500 }]);
    expect(broken.failure).toEqual({ stage: "provider", message: expect.stringContaining("answered 500") });
  });

  test("what was done before a failure stays on record, and a retry does not repeat it", async () => {
    const { artifact, provider } = await run(
      [{ tool_calls: [write("a", "1")] }, { status: 503 }, { status: 503 }, { status: 400, body: "no" }],
      { tools: ["write_file"], settings: { retries: 3 } },
    );
    expect(provider.requests).toHaveLength(4);
    expect(artifact).toMatchObject({ status: "provider_error", usage: { total_tokens: 15 } });
    expect(kinds(artifact)).toEqual(["1 tool_call", "1 tool_result", "2 runner_event", "2 runner_event"]);
    expect(artifact.trace[2]).toMatchObject({
      event: "request_retried",
      details: { attempt: 1, http_status: 503, wait_ms: 250 },
    });
  });

  test("an interrupted trial says so, for nobody to store", async () => {
    const interrupt = new AbortController();
    const { artifact } = await run(
      () => {
        interrupt.abort();
        return { status: 200, hang: "before_headers" };
      },
      { signal: interrupt.signal },
    );
    expect(artifact).toMatchObject({ status: "provider_error", runner_metadata: { interrupted: true } });
  });
});
