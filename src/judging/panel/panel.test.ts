import { describe, expect, test } from "vitest";
import { openLedger, temporaryAccount } from "../../campaign/index.ts";
import type { Gateway } from "../../gateway/index.ts";
import type { ChatOutcome } from "../../records/index.ts";
import { openMemoryStore } from "../../store/index.ts";
import { createRedactor } from "../../text/index.ts";
import type { Contract } from "./contract.ts";
import { type NamedJudge, resolveJudges } from "./judges.ts";
import { openPanel, type PanelCall, type PanelOptions } from "./panel.ts";

const number: Contract<number> = {
  check: (text) =>
    /^\d+$/.test(text)
      ? { ok: true, answer: Number(text), repairs: [] }
      : { ok: false, violations: [{ rule: "not_a_number", path: "", message: "no number" }] },
};
const question = { system: "How many?", user: "{}", contract: number };

function named(judge_run_id: string, changes: Partial<NamedJudge> = {}): NamedJudge {
  const settings = { repetitions: 1, sample_size: null, attempts: 1, timeout_seconds: 1, retries: 0 };
  return { judge_run_id, judge_id: judge_run_id, model: "acme/judge", options: {}, ...settings, ...changes };
}

/** A judge that answers with the number of times it was asked, unless the script says otherwise. */
function countingGateway(script: (asked: number) => string | Partial<ChatOutcome> | Promise<string> = String) {
  const state = { asked: 0 };
  const gateway: Gateway = {
    endpoint: "https://judge.example/v1",
    offline: false,
    async complete() {
      state.asked += 1;
      const said = await script(state.asked);
      const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2, cached_tokens: 0, reasoning_tokens: 0 };
      const common = { raw: null, latency_ms: 1, retries: [] };
      if (typeof said !== "string")
        return {
          status: "provider_error",
          message: "down",
          http_status: 500,
          permanent: false,
          ...common,
          ...said,
        } as ChatOutcome;
      const message = { content: said, tool_calls: [] };
      return {
        ...{ status: "answered" as const, message, finish_reason: "stop", provider: null, model: null, ...common },
        usage: { ...usage, cost_usd: 1 },
      };
    },
  };
  return { gateway, state };
}

function panelOf(judges: NamedJudge[], gateway: Gateway, changes: Partial<PanelOptions> = {}) {
  const resolved = resolveJudges(judges, () => gateway);
  return openPanel({
    judges: resolved,
    store: openMemoryStore(),
    redact: createRedactor([]),
    maxConcurrency: 4,
    ask: true,
    ...changes,
  });
}

const answersOf = (calls: PanelCall<number>[]) =>
  calls.map(({ record: { result } }) => (result.status === "verdict" ? result.answer : result.status));

describe("a panel that names the same judge twice", () => {
  test("asks it twice, and gives each the same answers when everything is read back", async () => {
    const { gateway, state } = countingGateway();
    const judges = [named("a", { repetitions: 2 }), named("b")];
    const store = openMemoryStore();
    const first = answersOf(await panelOf(judges, gateway, { store }).ask(question));
    expect(new Set(first).size).toBe(3);
    expect(answersOf(await panelOf(judges, gateway, { store }).ask(question))).toEqual(first);
    expect(state.asked).toBe(3);
  });

  test("but not where options make it another judge: both ask from their first repetition on", () => {
    const { gateway } = countingGateway();
    const offsets = (judges: NamedJudge[]) =>
      resolveJudges(judges, () => gateway).map((judge) => judge.repetitionOffset);
    expect(offsets([named("a", { repetitions: 3 }), named("b"), named("c")])).toEqual([0, 3, 4]);
    expect(offsets([named("a"), named("b", { options: { temperature: 0 } }), named("c", { model: "other" })])).toEqual([
      0, 0, 0,
    ]);
  });
});

test("a provider that refuses structured output is not asked for it again by the next question", async () => {
  const { gateway, state } = countingGateway((asked) => (asked === 1 ? { http_status: 400, permanent: true } : "7"));
  const panel = panelOf([named("a")], gateway);
  const contract = { ...number, schema: { name: "answer", schema: {} } };
  for (const user of ["{}", "[]"]) expect(answersOf(await panel.ask({ ...question, user, contract }))).toEqual([7]);
  expect(state.asked).toBe(3);
});

describe("one question", () => {
  test("that several ask at the same time is one call, paid once", async () => {
    const { gateway, state } = countingGateway();
    const panel = panelOf([named("a")], gateway);
    const [[first], [second]] = await Promise.all([panel.ask(question), panel.ask(question)]);
    expect([first, second]).toMatchObject([
      { record: { result: { status: "verdict", answer: 1 } }, reused: false },
      { record: { result: { status: "verdict", answer: 1 } }, reused: true },
    ]);
    expect(state.asked).toBe(1);
  });

  test("whose answer broke the contract is not asked again within a command, but by the next", async () => {
    const { gateway, state } = countingGateway(() => "many");
    const store = openMemoryStore();
    const panel = panelOf([named("a", { attempts: 2 })], gateway, { store });
    for (let time = 0; time < 3; time += 1) expect(answersOf(await panel.ask(question))).toEqual(["invalid"]);
    expect(state.asked).toBe(2);
    await panelOf([named("a", { attempts: 2 })], gateway, { store }).ask(question);
    expect(state.asked).toBe(4);
  });

  test("is asked afresh with force, once", async () => {
    const { gateway, state } = countingGateway();
    const store = openMemoryStore();
    await panelOf([named("a")], gateway, { store }).ask(question);
    const forced = panelOf([named("a")], gateway, { store, force: true });
    expect(answersOf([...(await forced.ask(question)), ...(await forced.ask(question))])).toEqual([2, 2]);
    expect(state.asked).toBe(2);
  });
});

describe("nobody is asked", () => {
  test("where only stored answers are wanted", async () => {
    const { gateway, state } = countingGateway();
    const [call] = await panelOf([named("a")], gateway, { ask: false }).ask(question);
    expect(call!.record.result).toMatchObject({ status: "not_asked", because: "reading" });
    expect(state.asked).toBe(0);
  });

  test("once the user wants to stop", async () => {
    const { gateway, state } = countingGateway();
    for (const name of ["noNewWork", "signal"] as const) {
      const [call] = await panelOf([named("a")], gateway, { [name]: AbortSignal.abort() }).ask(question);
      expect(call!.record.result).toMatchObject({ status: "not_asked", because: "interrupted" });
    }
    expect(state.asked).toBe(0);
  });

  test("once the cost limit is reached; what was answered before stands", async () => {
    const { gateway, state } = countingGateway();
    const panel = panelOf([named("a", { repetitions: 4 })], gateway, {
      ledger: openLedger({ maxCostUsd: 2, account: temporaryAccount() }),
      maxConcurrency: 1,
    });
    const calls = await panel.ask(question);
    expect(answersOf(calls)[0]).toBe(1);
    expect(calls.at(-1)!.record.result).toMatchObject({ status: "not_asked", because: "cost_limit" });
    expect(state.asked).toBeLessThan(3);
  });

  test("who refused a key before; others of the panel are", async () => {
    const { gateway, state } = countingGateway(() => ({ message: "401", http_status: 401, permanent: true }));
    const panel = panelOf([named("a", { repetitions: 3 }), named("b", { model: "acme/other" })], gateway, {
      maxConcurrency: 1,
    });
    expect(answersOf(await panel.ask(question))).toEqual(["unanswered", "not_asked", "not_asked", "unanswered"]);
    expect(state.asked).toBe(2);
  });
});

test("no more calls are in flight than allowed, whoever asks", async () => {
  let running = 0;
  let most = 0;
  const { gateway } = countingGateway(async (asked) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
    return String(asked);
  });
  const panel = panelOf([named("a", { repetitions: 3 }), named("b", { repetitions: 3 })], gateway, {
    maxConcurrency: 2,
  });
  await Promise.all([panel.ask(question), panel.ask({ ...question, user: "other" })]);
  expect(most).toBe(2);
});
