import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { DeclarativeCheck } from "../../src/config/index.ts";
import type { TraceEvent } from "../../src/records/index.ts";
import { transcriptTrace } from "../../src/runners/openclaw/transcript-trace.ts";
import { projectRoot } from "../support/project-root.ts";
import { prepare } from "./support.ts";

type Call = [name: string, given?: unknown];

const traceWith = (calls: readonly Call[]): TraceEvent[] =>
  calls.map(([tool_name, given = {}], index) => ({
    kind: "tool_call",
    tool_name,
    tool_call_id: `${index}`,
    arguments: typeof given === "string" ? given : JSON.stringify(given),
    turn: 1,
    at_ms: index,
  }));

async function found(fields: object, calls: readonly Call[]) {
  const declarative = { kind: "tool_called", name: "refund", ...fields } as DeclarativeCheck;
  return await prepare({ artifact: { trace: traceWith(calls) } }).check({ declarative });
}

const order = { order_id: "A-17", amount: 12.5, customer: { name: "Ann", city: "Paris" }, items: [1, 2] };

describe("tool_called", () => {
  test.each<[object, Call[], string]>([
    [{}, [["refund"]], "passed"],
    [{}, [["refunds"]], "failed"],
    [{}, [["Refund"]], "failed"],
    [{}, [], "failed"],
    [{ times: 2 }, [["refund"], ["refund"]], "passed"],
    [{ times: 2 }, [["refund"]], "failed"],
    [{ times: 0 }, [["lookup"]], "passed"],
    [{ times: { max: 1 } }, [["refund"], ["refund"]], "failed"],
    [{ times: { max: 1 } }, [], "passed"],
    [{ times: { min: 2, max: 3 } }, [["refund"], ["refund"]], "passed"],
    [{ never: true }, [["lookup"]], "passed"],
    [{ never: true }, [["refund"]], "failed"],
    [{ never: true, arguments: { order_id: "B" } }, [["refund", order]], "passed"],
    [{ never: false }, [], "failed"],
    [{ arguments: { order_id: "A-17" } }, [["refund", order]], "passed"],
    [{ arguments: { order_id: "a-17" } }, [["refund", order]], "failed"],
    [{ arguments: { customer: { city: "Paris" } } }, [["refund", order]], "passed"],
    [{ arguments: { customer: { city: "Lyon" } } }, [["refund", order]], "failed"],
    [{ arguments: { items: [1, 2] } }, [["refund", order]], "passed"],
    [{ arguments: { items: [1] } }, [["refund", order]], "failed"],
    [{ arguments: { amount: "12.5" } }, [["refund", order]], "failed"],
    [{ arguments: { note: null } }, [["refund", order]], "failed"],
    [{ arguments: { "/customer/city": "Paris" } }, [["refund", order]], "failed"],
    [{ arguments: { constructor: {} } }, [["refund", order]], "failed"],
    [
      { arguments: { order_id: "A-17" }, times: 1 },
      [
        ["refund", order],
        ["refund", { order_id: "B" }],
      ],
      "passed",
    ],
    [{ argument_patterns: { order_id: "^A-\\d+$" } }, [["refund", order]], "passed"],
    [{ argument_patterns: { order_id: "^B" } }, [["refund", order]], "failed"],
    [{ argument_patterns: { amount: "^12" } }, [["refund", order]], "passed"],
    [{ argument_patterns: { "/customer/city": "^Par" } }, [["refund", order]], "passed"],
    [{ argument_patterns: { note: ".*" } }, [["refund", order]], "failed"],
    [
      { arguments_schema: { required: ["order_id"], properties: { amount: { maximum: 20 } } } },
      [["refund", order]],
      "passed",
    ],
    [{ arguments_schema: { properties: { amount: { maximum: 10 } } } }, [["refund", order]], "failed"],
    [{}, [["refund", "{broken"]], "passed"],
    [{ arguments: { a: 1 } }, [["refund", "{broken"]], "failed"],
    [{ arguments: { a: 1 } }, [["refund", '{"a":2,"a":1}']], "failed"],
    [{ arguments_schema: { type: "object" } }, [["refund", ""]], "passed"],
    [{ after: "lookup" }, [["lookup"], ["refund"]], "passed"],
    [{ after: "lookup" }, [["refund"], ["lookup"]], "failed"],
    [{ after: "lookup" }, [["refund"], ["lookup"], ["refund"]], "failed"],
    [{ after: "lookup" }, [["refund"]], "failed"],
    [{ after: "lookup", times: { max: 1 } }, [], "passed"],
    [{ before: "close" }, [["refund"], ["close"]], "passed"],
    [{ before: "close" }, [["close"], ["refund"]], "failed"],
    [{ before: "close" }, [["refund"]], "passed"],
    [{ before: "close", after: "lookup" }, [["lookup"], ["refund"], ["close"]], "passed"],
    [{ after: "lookup", arguments: { order_id: "A-17" } }, [["refund", {}], ["lookup"], ["refund", order]], "passed"],
  ])("%j on %j: %s", async (fields, calls, outcome) => {
    const result = await found(fields, calls);
    expect(result.outcome, result.message).toBe(outcome);
  });

  test.each<[object, Call[], string]>([
    [{}, [], "refund was called 0 times; expected at least once. Found no tool calls."],
    [
      { times: 2 },
      [["refund"], ["look\u202eup"]],
      'refund was called once; expected exactly 2 times. Found 2 tool calls: "look\\u202eup" × 1, refund × 1.',
    ],
    [
      { arguments: { order_id: "B" } },
      [["refund", order]],
      'refund was called 0 times with such arguments; expected at least once. One of its calls: its argument "order_id" is "A-17", expected "B". Found 1 tool call: refund × 1.',
    ],
    [{ never: true }, [["refund"]], "refund was called once; expected no such call. Found 1 tool call: refund × 1."],
    [
      { after: "lookup" },
      [["refund"]],
      "refund was called, but lookup never before it. Found 1 tool call: refund × 1.",
    ],
    [
      { before: "close" },
      [["close"], ["refund"]],
      "refund was called after close, expected before it. Found 2 tool calls: close × 1, refund × 1.",
    ],
  ])("%j on %j says what was expected and found", async (fields, calls, message) => {
    expect(await found(fields, calls)).toMatchObject({ outcome: "failed", message });
  });
});

test("a real transcript of OpenClaw is looked at like any other trace", async () => {
  const lines = readFileSync(join(projectRoot, "test/fixtures/openclaw/transcript.jsonl"), "utf8").trim().split("\n");
  const events = lines.map((line) => JSON.parse(line));
  const trace = transcriptTrace(events, 1);
  const provider = events
    .filter(({ message }) => message?.role === "assistant")
    .map(({ message: { model, stopReason } }) => ({ name: null, model, finish_reason: stopReason }));
  const { check } = prepare({ artifact: { runner: "openclaw", trace, provider } });
  const outcome = async (declarative: object) =>
    (await check({ declarative: declarative as DeclarativeCheck })).outcome;
  const wrote = { kind: "tool_called", name: "write" };
  expect(await outcome({ ...wrote, times: 1, arguments: { path: "report.md" } })).toBe("passed");
  expect(await outcome({ ...wrote, argument_patterns: { content: "^# Report" } })).toBe("passed");
  expect(await outcome({ ...wrote, arguments: { path: "other.md" } })).toBe("failed");
  expect(await outcome({ kind: "turns_at_most", turns: provider.length })).toBe("passed");
  expect(await outcome({ kind: "turns_at_most", turns: provider.length - 1 })).toBe("failed");
});
