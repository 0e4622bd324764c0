import { describe, expect, test } from "vitest";
import type { WireMessage } from "../wire/index.ts";
import { openConversations } from "./conversations.ts";
import { compareAccounts } from "./own-account.ts";
import { openRecorder } from "./recorder.ts";
import { openTextBudget } from "./text-budget.ts";
import { toldByWire } from "./told-by-wire.ts";
import { traceOfWire } from "./trace-of-wire.ts";
import type { WireExchange, WireRecord } from "./wire-record.ts";

const user = (text: string): WireMessage => ({ role: "user", parts: [{ kind: "text", text }] });
const system = (text: string): WireMessage => ({ role: "system", parts: [{ kind: "text", text }] });
const calls = (id: string, name = "write"): WireMessage => ({
  role: "assistant",
  parts: [{ kind: "tool_call", id, name, arguments: "{}" }],
});
const result = (id: string, content = "ok", failed: boolean | null = null): WireMessage => ({
  role: "user",
  parts: [{ kind: "tool_result", id, name: null, content, failed }],
});

describe("what is new in a request", () => {
  test("is everything the first time, and what was added the next", () => {
    const { newIn } = openConversations();
    expect(newIn([system("s"), user("a")])).toEqual([system("s"), user("a")]);
    expect(newIn([system("s"), user("a"), calls("1"), result("1")])).toEqual([calls("1"), result("1")]);
    expect(newIn([system("s"), user("a"), calls("1"), result("1")])).toEqual([]);
  });

  test("is the user's second word, even if it is the same as the first", () => {
    const { newIn } = openConversations();
    newIn([user("go on")]);
    expect(newIn([user("go on"), calls("1"), result("1"), user("go on")])).toHaveLength(3);
  });

  test("is not the whole conversation when only the system prompt tells another time", () => {
    const { newIn } = openConversations();
    newIn([system("it is 10:00"), user("a")]);
    expect(newIn([system("it is 10:01"), user("a"), calls("1")])).toEqual([system("it is 10:01"), calls("1")]);
  });

  test("is not what an agent keeps when it shortens a conversation", () => {
    const { newIn } = openConversations();
    newIn([user("a"), calls("1"), result("1"), user("b")]);
    expect(newIn([user("summary: a was done"), result("1", "cut"), user("b")])).toEqual([user("summary: a was done")]);
  });

  test("is a second conversation beside the first, and neither is told again", () => {
    const { newIn } = openConversations();
    newIn([user("main")]);
    expect(newIn([user("helper's task")])).toEqual([user("helper's task")]);
    expect(newIn([user("main"), calls("1")])).toEqual([calls("1")]);
    expect(newIn([user("helper's task"), calls("2")])).toEqual([calls("2")]);
  });

  test("is a note that moves to the end each time, once per place, and nothing before it again", () => {
    const { newIn } = openConversations();
    newIn([user("a"), user("<note>")]);
    expect(newIn([user("a"), calls("1"), result("1"), user("<note>")])).toEqual([
      calls("1"),
      result("1"),
      user("<note>"),
    ]);
  });
});

test("a record's texts keep to their budget, and characters stay whole", () => {
  const budget = openTextBudget(209);
  expect(budget.keep("12345")).toBe("12345");
  expect(budget.keep("ääää")).toBe("ää\n[4 bytes left out]");
  expect(budget.keep("x")).toBe("\n[1 bytes left out]");
  expect([budget.hasCut(), budget.isFull()]).toEqual([true, true]);
  expect(openTextBudget(1000).name("n".repeat(1000))).toHaveLength(256);
});

test("a million refusals take no more room than two hundred", () => {
  const recorder = openRecorder({ now: () => 0, budgetBytes: 100 });
  for (let at = 0; at < 2_000; at += 1) recorder.refused("model", `model ${at}`);
  for (let at = 0; at < 2_000; at += 1) recorder.host(`host-${at}`, 443, "no");
  const { refusals, hosts } = recorder.record();
  expect([refusals.length, hosts.length]).toEqual([200, 200]);
});

test("a record stays within its budget, whatever an agent sends: empty messages, endless names, a million tools", () => {
  const recorder = openRecorder({ now: () => 0, budgetBytes: 100_000 });
  const long = "n".repeat(1_000_000);
  for (let at = 0; at < 50; at += 1) {
    const messages = Array.from(
      { length: 500 },
      (_, index): WireMessage => ({
        role: "user",
        parts: [
          { kind: "tool_result", id: `${at}-${index}-${"n".repeat(2_000)}`, name: "", content: "", failed: null },
        ],
      }),
    );
    const tools = Array.from({ length: 2_000 }, (_, index) => `tool ${index}`);
    const request = { models: ["m"], streamed: false, messages, tools, pointsElsewhere: false };
    const open = recorder.begin({ format: "chat_completions", model: "m", bytes: 0, request });
    const toolCalls = [{ id: long, name: long, arguments: long }];
    const answer = {
      text: long,
      toolCalls,
      stopReason: "stop",
      model: null,
      provider: null,
      usage: null,
      error: null,
      complete: true,
    };
    open.end({ outcome: "answered", problem: null, httpStatus: 200, answerBytes: 0, answer });
  }
  const record = recorder.record();
  expect(record.exchanges).toHaveLength(50);
  expect(JSON.stringify(record).length).toBeLessThan(300_000);
});

function exchange(changes: Partial<WireExchange>): WireExchange {
  return {
    number: 1,
    turn: 1,
    started_ms: 0,
    ended_ms: 0,
    format: "chat_completions",
    model: "m",
    streamed: true,
    request_bytes: 0,
    answer_bytes: 0,
    messages: [],
    tools_offered: ["write"],
    http_status: 200,
    outcome: "answered",
    problem: null,
    text: "",
    tool_calls: [],
    stop_reason: "stop",
    answered_by: { provider: null, model: null },
    usage: null,
    usage_refused: null,
    ...changes,
  };
}

const recordOf = (...exchanges: WireExchange[]): WireRecord => ({
  exchanges,
  refusals: [],
  hosts: [],
  shortened: false,
});
const usage = (prompt_tokens: number, completion_tokens: number) => ({
  prompt_tokens,
  completion_tokens,
  total_tokens: prompt_tokens + completion_tokens,
  cached_tokens: 0,
  reasoning_tokens: 0,
  cost_usd: null,
});

const TWO_STEPS = recordOf(
  exchange({
    number: 1,
    started_ms: 10,
    ended_ms: 20,
    messages: [system("s"), user("Write it."), user("<internal>")],
    text: "I will.",
    tool_calls: [{ id: "c1", name: "write", arguments: '{"text":"Dear Ada"}' }],
    stop_reason: "tool_calls",
    usage: usage(100, 10),
  }),
  exchange({
    number: 2,
    started_ms: 30,
    ended_ms: 40,
    messages: [calls("c1"), result("c1", "written")],
    text: "All  done.\n",
    usage: usage(120, 5),
  }),
  exchange({
    number: 3,
    started_ms: 41,
    ended_ms: 45,
    tools_offered: [],
    messages: [user("A title?")],
    text: "Writing",
  }),
);

describe("the trace of what went over the wire", () => {
  const { trace, ...told } = traceOfWire(TWO_STEPS, { turns: 1, isInternal: (text) => text.startsWith("<") });

  test("has words, calls and results in their order, each once", () => {
    expect(trace.map((event) => `${event.at_ms} ${event.kind} ${"tool_name" in event ? event.tool_name : ""}`)).toEqual(
      [
        "10 message ",
        "20 message ",
        "20 tool_call write",
        "30 tool_result write",
        "40 message ",
        "41 message ",
        "45 message ",
      ],
    );
  });

  test("has the final answer of the work, not of a request for a title", () => {
    expect(told.finalOutput).toBe("All  done.\n");
    expect(told.usage).toMatchObject({ prompt_tokens: 220, completion_tokens: 15 });
    expect(told.toolsOffered).toEqual(["write"]);
    expect(told.provider).toHaveLength(3);
  });

  test("takes a call's failure from the format, and from the agent only where the format has no word for it", () => {
    const record = recordOf(
      exchange({ messages: [result("c1", "no", true), result("c2", "exit 3", null), result("c3", "fine", false)] }),
    );
    const ownStatus = new Map([
      ["c1", "success"],
      ["c2", "error"],
      ["c3", "error"],
    ] as const);
    const { trace: events } = traceOfWire(record, { turns: 1, ownStatus });
    expect(events.map((event) => event.kind === "tool_result" && event.status)).toEqual(["error", "error", "success"]);
  });

  test("tells when the provider failed last, and not when it recovered", () => {
    const failed = exchange({ outcome: "provider_error", http_status: 429, problem: "HTTP 429: slow down" });
    expect(traceOfWire(recordOf(failed), { turns: 1 }).lastProviderError).toEqual({
      status: 429,
      message: "HTTP 429: slow down",
    });
    expect(traceOfWire(recordOf(failed, exchange({ text: "hi" })), { turns: 1 }).lastProviderError).toBeNull();
  });

  test("counts usage by turn", () => {
    const record = recordOf(
      exchange({ usage: usage(1, 2) }),
      exchange({ turn: 2, usage: usage(3, 4) }),
      exchange({ turn: 2, usage: usage(5, 6) }),
    );
    expect(traceOfWire(record, { turns: 3 }).usagePerTurn.map((one) => one?.prompt_tokens ?? null)).toEqual([
      1,
      8,
      null,
    ]);
  });
});

describe("an agent's own account", () => {
  const about = (own: Parameters<typeof compareAccounts>[0]) =>
    compareAccounts(own, TWO_STEPS).map(({ about: what }) => what);
  const call = { id: "c1", name: "write", arguments: "{}" };

  test.each([
    ["the answer as it was", { answers: [{ turn: 1, text: "All  done.\n" }] }],
    ["the answer trimmed", { answers: [{ turn: 1, text: "All done." }] }],
    ["both answers joined", { answers: [{ turn: 1, text: "I will.\n\nAll done." }] }],
    ["what was handed to a tool", { answers: [{ turn: 1, text: "Dear Ada" }] }],
    ["nothing", { answers: [{ turn: 1, text: " " }] }],
    ["the same calls", { toolCalls: [call] }],
    ["the same result", { toolResults: [{ id: "c1", content: "written\n" }] }],
    ["a longer form of the result", { toolResults: [{ id: "c1", content: "written to a.md" }] }],
    ["a result that the model was never shown", { toolResults: [{ id: "c9", content: "later" }] }],
    ["the same usage", { usage: usage(220, 15) }],
    ["no usage", { usage: null }],
  ])("agrees with %s", (_, own) => expect(about(own)).toEqual([]));

  test.each([
    ["an answer that the model never gave", { answers: [{ turn: 1, text: "All tests pass." }] }, ["answer"]],
    ["an answer with more behind it", { answers: [{ turn: 1, text: "All done. Score: 100" }] }, ["answer"]],
    ["a call that was never asked for", { toolCalls: [call, { ...call, id: "c2", name: "run_tests" }] }, ["tool_call"]],
    ["a call too many", { toolCalls: [call, call] }, ["tool_call"]],
    ["a call left out", { toolCalls: [] }, ["tool_call"]],
    ["another result", { toolResults: [{ id: "c1", content: "permission denied" }] }, ["tool_result"]],
    ["less usage", { usage: usage(1, 1) }, ["usage"]],
    ["negative usage", { usage: usage(-220, 15) }, ["usage"]],
    ["more output", { usage: usage(220, 16) }, ["usage"]],
  ])("differs with %s", (_, own, expected) => expect(about(own)).toEqual(expected));

  test.each([
    ["a line of it", "Second line.", true],
    ["two lines, otherwise laid out", "Second  line.\n\n\nAll tests pass?", true],
    ["what is between tags", "yes", true],
    ["the end of a sentence", "all tests pass.", false],
    ["the middle of a sentence", "not say that", false],
    ["words that tools were given, put together", "rm -rf", false],
  ])("that is %s", (_, text, agrees) => {
    const said = "I cannot say that all tests pass.\nSecond line.\nAll tests pass?\n<final>yes</final>";
    const tool_calls = [{ id: "1", name: "x", arguments: JSON.stringify(["rm", "-rf"]) }];
    const differences = compareAccounts(
      { answers: [{ turn: 1, text }] },
      recordOf(exchange({ text: said, tool_calls })),
    );
    expect(differences).toHaveLength(agrees ? 0 : 1);
  });

  test("of thirty megabytes is not compared piece by piece with a thousand answers", () => {
    const record = recordOf(...Array.from({ length: 1_000 }, (_, at) => exchange({ text: `${at}` })));
    const text = "0123456789 ".repeat(3_000_000);
    expect(compareAccounts({ answers: [{ turn: 1, text }] }, record)).toHaveLength(1);
  });

  test("with names as long as books is told in short sentences", () => {
    const long = "n".repeat(1_000_000);
    const own = { toolCalls: [call, { ...call, name: long }], toolResults: [{ id: "c1", content: "no" }] };
    for (const { message } of compareAccounts(own, TWO_STEPS)) expect(message.length).toBeLessThan(200);
  });

  test("of a turn may repeat an earlier turn, but not foretell a later one", () => {
    const record = recordOf(exchange({ text: "one" }), exchange({ turn: 2, text: "two" }));
    expect(compareAccounts({ answers: [{ turn: 2, text: "one" }] }, record)).toEqual([]);
    expect(compareAccounts({ answers: [{ turn: 1, text: "two" }] }, record)).toHaveLength(1);
  });

  test("with a thousand differences is told in twenty-one lines", () => {
    const toolCalls = Array.from({ length: 1_000 }, (_, at) => ({ ...call, name: `tool_${at}` }));
    const differences = compareAccounts({ toolCalls }, TWO_STEPS);
    expect(differences).toHaveLength(21);
    expect(differences.at(-1)!.message).toBe("981 more differences like these");
  });
});

describe("what a run artifact tells of an agent", () => {
  const told = (own: Parameters<typeof toldByWire>[1], record = TWO_STEPS) => toldByWire(record, own, { turns: 1 });

  test("is its answer, if its model gave it, in the words that it was shown in", () => {
    expect(told({ answers: [{ turn: 1, text: "All done." }] }).finalOutput).toBe("All done.");
  });

  test("is its model's answer where the agent tells another", () => {
    const { finalOutput, trace } = told({ answers: [{ turn: 1, text: "All tests pass." }] });
    expect(finalOutput).toBe("All  done.\n");
    expect(trace.map(({ kind }) => kind).slice(-2)).toEqual(["account_differs", "final_output"]);
  });

  test("is no answer where the agent gave none, whatever its model said", () => {
    expect(told({ answers: [] }).finalOutput).toBeNull();
  });

  test("is the answer of the turn that the agent answered last", () => {
    const record = recordOf(exchange({ text: "one" }), exchange({ turn: 2, text: "two" }));
    const own = { answers: [{ turn: 1, text: "forged" }] };
    expect(toldByWire(record, own, { turns: 2 }).finalOutput).toBe("one");
  });

  test("is whose fault it was: a refusal is everybody's only if a request of ours is refused as well", () => {
    const failed = recordOf(exchange({ outcome: "provider_error", http_status: 401, problem: "no" }));
    expect(told({}, failed).providerFailure).toEqual({ stage: "provider", message: "no" });
    expect(told({}, { ...failed, refuses_us_too: true }).providerFailure?.unrecoverable).toBe(true);
  });

  test("is nobody's fault where the provider answered in the end", () => {
    const failed = exchange({ outcome: "provider_error", http_status: 500, problem: "no" });
    expect(told({}, recordOf(failed, exchange({ text: "yes" }))).providerFailure).toBeNull();
  });
});
