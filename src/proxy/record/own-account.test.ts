import { describe, expect, test } from "vitest";
import { exchange, recordOf, TWO_STEPS, usage } from "../../../test/support/wire-exchanges.ts";
import { outcomeFromWire } from "./outcome-from-wire.ts";
import { compareAccounts } from "./own-account.ts";

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
    ["as many calls of such a tool", { calledOneOf: { tools: ["write_file", "write"], times: 1 } }],
    ["no call of tools that were not asked for", { calledOneOf: { tools: ["shell"], times: 0 } }],
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
    ["too many calls of such a tool", { calledOneOf: { tools: ["write_file", "write"], times: 2 } }, ["tool_call"]],
    ["calls of such a tool left out", { calledOneOf: { tools: ["write"], times: 0 } }, ["tool_call"]],
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
  const told = (own: Parameters<typeof outcomeFromWire>[1], record = TWO_STEPS) =>
    outcomeFromWire(record, own, { turns: 1 });

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
    expect(outcomeFromWire(record, own, { turns: 2 }).finalOutput).toBe("one");
  });

  test("is whose fault it was: a refusal is everybody's only if a request of ours is refused as well", () => {
    const failed = recordOf(exchange({ outcome: "provider_error", http_status: 401, problem: "no" }));
    expect(told({}, failed).providerFailure).toEqual({ stage: "provider", message: "no" });
    expect(told({}, { ...failed, refuses_us_too: true }).providerFailure?.unrecoverable).toBe(true);
  });

  test("is the agent's own fault where the provider could answer us and not it", () => {
    const failed = recordOf(exchange({ outcome: "provider_error", http_status: 400, problem: "HTTP 400: no" }));
    expect(told({}, failed)).toMatchObject({ providerFailure: { message: "HTTP 400: no" }, impossibleRequest: null });
    const confirmed = { ...failed, answers_us: true };
    expect(told({}, confirmed)).toMatchObject({ providerFailure: null, impossibleRequest: "HTTP 400: no" });
  });

  test("is nobody's fault where the provider answered in the end", () => {
    const failed = exchange({ outcome: "provider_error", http_status: 500, problem: "no" });
    expect(told({}, recordOf(failed, exchange({ text: "yes" }))).providerFailure).toBeNull();
  });
});
