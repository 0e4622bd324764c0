import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { noticesOf } from "../../src/records/index.ts";
import { limitedSpending } from "../support/limited-spending.ts";
import { scriptedProvider } from "../support/scripted-provider.ts";
import { OK, runWithStandIn } from "./support/run-with-stand-in.ts";
import { recorded } from "./support/stand-in.ts";

const ANSWER = "Done: report.md written.";
const FORGED = "All 50 tests pass, score 10/10.";
const forgedReport = recorded("success.json").replaceAll(ANSWER, FORGED);
const answers = (content: string, more: object = {}) => ({
  messages: [{ role: "user", content: "Do it." }],
  tools: [{ type: "function", function: { name: "write" } }],
  answer_with: { content, usage: { prompt_tokens: 100, completion_tokens: 20 }, ...more },
});
const differences = ({ trace }: { trace: { kind: string }[] }) =>
  trace.flatMap((event) => (event.kind === "account_differs" ? [(event as unknown as { about: string }).about] : []));

describe("what went over the wire", () => {
  test("is the record: words, calls, results, usage, tools offered, and who answered", async () => {
    const { artifact, directory } = await runWithStandIn({ turns: [OK] });
    expect(artifact).toMatchObject({
      status: "success",
      final_output: ANSWER,
      usage: { prompt_tokens: 200, completion_tokens: 40, cached_tokens: 60, cost_usd: 0.00084 },
      provider: [
        { name: "Obedient", model: "some/model", finish_reason: "tool_calls" },
        { name: "Obedient", model: "some/model", finish_reason: "stop" },
      ],
    });
    expect(artifact.request.tools.map((tool) => tool.function.name)).toEqual(["write"]);
    expect([differences(artifact), noticesOf(artifact)]).toEqual([[], []]);
    const lines = readFileSync(join(directory, "wire.jsonl"), "utf8").trim().split("\n");
    expect(lines.map((line) => JSON.parse(line).outcome)).toEqual(["answered", "answered"]);
  });

  test("is counted by turn", async () => {
    const { artifact } = await runWithStandIn({ turns: [OK] }, { messages: [], turns: ["One.", "Two."] });
    expect(artifact.runner_metadata.usage_per_turn).toMatchObject([{ total_tokens: 240 }, { total_tokens: 240 }]);
    expect(new Set(artifact.trace.map(({ turn }) => turn))).toEqual(new Set([1, 2]));
  });

  test("stands against a forged answer: the model's words are the outcome, and the difference is told", async () => {
    const { artifact } = await runWithStandIn({ turns: [{ prints: forgedReport, asks: [answers("I did nothing.")] }] });
    expect(artifact).toMatchObject({ status: "success", final_output: "I did nothing." });
    expect(JSON.stringify(artifact.trace)).not.toContain(FORGED);
    expect(differences(artifact)).toEqual(["answer", "usage"]);
    expect(noticesOf(artifact)[0]).toMatch(
      /^the agent's own account differs from what went over the wire, which counts: the agent reported an answer to turn 1 that its model never gave; the agent reported 200 tokens in and 40 out; the wire shows 100 and 20$/,
    );
  });

  test("stands against a success that no model had a part in", async () => {
    const { artifact } = await runWithStandIn({ turns: [{ prints: forgedReport, asks: [] }] });
    expect(artifact).toMatchObject({
      status: "failed",
      final_output: null,
      usage: null,
      failure: { message: "the agent reported success without an answer of its model" },
    });
  });

  test.each(["http-401.json", "http-429.json", "http-500.json"])(
    "stands against a failure that the agent blames on its provider (%s)",
    async (prints) => {
      const { artifact } = await runWithStandIn({ turns: [{ prints, exits: 1, asks: [answers("I give up.")] }] });
      expect(artifact).toMatchObject({ status: "failed", failure: { stage: "execution" } });
      expect(artifact.failure?.unrecoverable).toBeUndefined();
    },
  );

  const VAGUE = JSON.stringify({ ok: false, error: { message: "something went wrong" } });

  test.each([401, 402, 403, 404, 429, 500])(
    "says whose fault it was when the provider answers %i, however vague the agent is, and a request of one agent stops no campaign",
    async (status) => {
      const asks = [{ ...answers(""), answer_with: { status } }];
      const { artifact } = await runWithStandIn({ turns: [{ prints: VAGUE, exits: 1, asks }] });
      expect(artifact).toMatchObject({ status: "provider_error", failure: { stage: "provider" } });
      expect(artifact.failure).toMatchObject({ message: expect.stringContaining(`HTTP ${status}`) });
      expect(artifact.failure?.unrecoverable).toBeUndefined();
    },
  );

  test.each([400, 413, 422])(
    "says that the agent itself was at fault when the provider answers %i to it and not to us, however it ends",
    async (status) => {
      const asks = [{ ...answers(""), answer_with: { status } }];
      const blames = recorded("http-500.json");
      for (const turn of [{ prints: VAGUE, exits: 1 }, { prints: forgedReport }, { prints: blames, exits: 1 }]) {
        const { artifact } = await runWithStandIn({ turns: [{ ...turn, asks }] });
        expect(artifact).toMatchObject({ status: "failed", final_output: null, failure: { stage: "execution" } });
        expect(artifact.failure?.unrecoverable).toBeUndefined();
      }
    },
  );

  test("a key that is refused whoever asks stays refused for every other trial", async () => {
    const { baseUrl } = await scriptedProvider(() => ({ status: 401, body: { error: { message: "no such key" } } }));
    const given = { turns: [{ prints: VAGUE, exits: 1, asks: [answers("")] }] };
    const { artifact } = await runWithStandIn(given, { baseUrl });
    expect(artifact.failure).toEqual({ stage: "provider", message: "HTTP 401: no such key", unrecoverable: true });
  });

  test.each([
    ["negative usage", (text: string) => text.replaceAll(/"(input|output)": ?\d+/g, '"$1": -5'), ["usage"]],
    ["no usage", (text: string) => text.replaceAll('"usage"', '"used"'), []],
    ["words around the answer", (text: string) => text.replaceAll(ANSWER, `${ANSWER} And more.`), ["answer"]],
  ])("stands against a report with %s", async (_, forge, expected) => {
    const { artifact } = await runWithStandIn({ turns: [{ ...OK, prints: forge(recorded("success.json")) }] });
    expect(artifact).toMatchObject({ status: "success", final_output: ANSWER, usage: { total_tokens: 240 } });
    expect(differences(artifact)).toEqual(expected);
  });

  test.each([
    [
      "a call that was never made",
      (text: string) => text.replaceAll('"name":"write"', '"name":"run_tests"'),
      "tool_call",
    ],
    ["another result", (text: string) => text.replaceAll("Successfully wrote", "Failed to write"), "tool_result"],
  ])("stands against a transcript with %s", async (_, forge, expected) => {
    const honest = recorded("transcript.jsonl");
    const asks = asksOf(honest);
    const { artifact } = await runWithStandIn({ turns: [{ ...OK, transcript: forge(honest), asks }] });
    expect(differences(artifact)).toContain(expected);
    const calls = artifact.trace.flatMap((event) => (event.kind === "tool_call" ? [event.tool_name] : []));
    expect(calls).toEqual(["write"]);
  });

  test("has no request for another model: it is refused, and the trial goes on", async () => {
    const asks = [{ ...answers("expensive words"), model: "some/expensive" }, answers(ANSWER)];
    const { artifact } = await runWithStandIn({ turns: [{ prints: "success.json", asks }] });
    expect(artifact).toMatchObject({ status: "success", final_output: ANSWER });
    expect(artifact.runner_metadata.wire).toMatchObject({
      requests: 1,
      refused: [{ reason: "model", message: 'the model "some/expensive" is not the trial\'s' }],
    });
  });

  test("ends with the cost limit, which is nobody's failure", async () => {
    const { ledger, ...spending } = await limitedSpending(0.0004);
    const vague = JSON.stringify({ ok: false, error: { message: "billing" } });
    const asks = [answers("a", { usage: { prompt_tokens: 1, completion_tokens: 1, cost: 0.0004 } }), answers("b")];
    const { artifact } = await runWithStandIn({ turns: [{ prints: vague, asks }] }, { spending });
    expect(ledger.totalUsd()).toBe(0.0004);
    expect(artifact).toMatchObject({
      status: "provider_error",
      usage: { cost_usd: 0.0004 },
      failure: { stage: "provider", message: `the cost limit ended the trial: ${FULL}` },
    });
  });

  test("tells which hosts were asked for in vain, with what to write to let them through", async () => {
    const { artifact } = await runWithStandIn({ turns: [{ ...OK, connects: ["pypi.org:443", "pypi.org:443"] }] });
    expect(artifact.trace).toContainEqual(
      expect.objectContaining({ kind: "network_refused", host: "pypi.org", port: 443, times: 2 }),
    );
    expect(noticesOf(artifact)).toEqual([
      "the agent asked for hosts that it may not reach: pypi.org:443 (2 times); network_access in the run profile takes a list of hosts, such as [pypi.org]",
    ]);
  });
});

const FULL = "stopped at $0.0004: the next call might cross the limit of $0.0004";

/** The requests of an honest agent with this transcript: its tool call, then its answer. */
function asksOf(transcript: string): object[] {
  const tools = [{ type: "function", function: { name: "write" } }];
  const id = /"id":"(call_[^"]+)"/.exec(transcript)![1]!;
  const tool_calls = [{ id, type: "function", function: { name: "write", arguments: "{}" } }];
  const first = [{ role: "user", content: "Do it." }];
  const result = { role: "tool", tool_call_id: id, content: "Successfully wrote 26 bytes to report.md" };
  return [
    { messages: first, tools, answer_with: { tool_calls } },
    { messages: [...first, { role: "assistant", tool_calls }, result], tools, answer_with: { content: ANSWER } },
  ];
}
