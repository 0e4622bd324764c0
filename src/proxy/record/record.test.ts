import { describe, expect, test } from "vitest";
import {
  calls,
  exchange,
  recordOf,
  result,
  system,
  TWO_STEPS,
  usage,
  user,
} from "../../../test/support/wire-exchanges.ts";
import type { WireMessage } from "../../gateway/index.ts";
import { openConversations } from "./conversations.ts";
import { openRecorder } from "./recorder.ts";
import { openTextBudget } from "./text-budget.ts";
import { traceFromWire } from "./trace-from-wire.ts";

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

describe("the trace of what went over the wire", () => {
  const { trace, ...told } = traceFromWire(TWO_STEPS, { turns: 1, isInternal: (text) => text.startsWith("<") });

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
    const { trace: events } = traceFromWire(record, { turns: 1, ownStatus });
    expect(events.map((event) => event.kind === "tool_result" && event.status)).toEqual(["error", "error", "success"]);
  });

  test("tells when the provider failed last, and not when it recovered", () => {
    const failed = exchange({ outcome: "provider_error", http_status: 429, problem: "HTTP 429: slow down" });
    expect(traceFromWire(recordOf(failed), { turns: 1 }).lastProviderError).toEqual({
      status: 429,
      message: "HTTP 429: slow down",
    });
    expect(traceFromWire(recordOf(failed, exchange({ text: "hi" })), { turns: 1 }).lastProviderError).toBeNull();
  });

  test("counts usage by turn", () => {
    const record = recordOf(
      exchange({ usage: usage(1, 2) }),
      exchange({ turn: 2, usage: usage(3, 4) }),
      exchange({ turn: 2, usage: usage(5, 6) }),
    );
    expect(traceFromWire(record, { turns: 3 }).usagePerTurn.map((one) => one?.prompt_tokens ?? null)).toEqual([
      1,
      8,
      null,
    ]);
  });
});
