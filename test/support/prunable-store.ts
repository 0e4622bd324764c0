import { lockDepths } from "../../src/judging/index.ts";
import { openStore, type PruneWish, planPruning, removePruned, type Store } from "../../src/store/index.ts";
import { appendRun, evaluationRecord, runRecord } from "./store-records.ts";
import { temporaryFolder } from "./temporary.ts";

export const DAY = 86_400_000;
/** The moment at which a test begins to store; each step of it is a second. */
export const START = Date.parse("2026-01-01T00:00:00Z");

export interface OpenedStore {
  store: Store;
  outputs: string;
  /** Days after the start at which what follows is stored. */
  day(days: number): void;
}

export function opened(outputs = temporaryFolder()): OpenedStore {
  let at = START;
  const store = openStore(outputs, { now: () => new Date(at) });
  return { store, outputs, day: (days) => (at = START + days * DAY) };
}

export async function prune(outputs: string, wish: PruneWish) {
  return await removePruned(outputs, {
    lockDepths: lockDepths(),
    now: () => START + 400 * DAY,
    async plan() {
      const store = openStore(outputs);
      const pruning = planPruning(store, wish);
      await store.close();
      return pruning;
    },
  });
}

export const PLACE = (campaign: string, repetition = 1) => `${campaign}/m/c/${repetition}`;
export const EVALUATION = (campaign: string, repetition = 1) => `${campaign}/e-1/m/c/${repetition}`;
export const HASH = (text: string) => Buffer.from(text.padEnd(32, "0")).toString("hex");

/** An evaluation with the packet, the system prompt and the call that it rests on. */
export function judgeRun(
  store: Store,
  campaign: string,
  runId: string,
  { key = `e-${campaign}-${runId}`, call = `${campaign}-${runId}`, score = 5, repetition = 1 } = {},
) {
  const record = evaluationRecord(runId, score);
  const prompt = { user_sha256: HASH(`p-${call}`), system_sha256: HASH("system") };
  const result = structuredClone(record.result);
  for (const { iterations } of result.judge_runs) for (const iteration of iterations) iteration.call_id = HASH(call);
  store.keepText(`packet of ${call}`, prompt.user_sha256);
  store.keepText("system", prompt.system_sha256);
  const usage = null;
  const call_ = {
    schema_version: 1,
    call_id: HASH(call),
    endpoint: "g",
    offline: true,
    model: "x",
    options: {},
    repetition: 1,
    prompt,
    attempts: [],
    result: { status: "verdict" },
    usage,
  };
  store.append({ kind: "call", key: HASH(call), value: call_ as never });
  store.append({
    kind: "evaluation",
    key,
    place: EVALUATION(campaign, repetition),
    value: { ...record, prompt, result },
  });
}

export const OLD = "s/old-1";
export const NEW = "s/new-1";

export async function twoCampaigns() {
  const { store, outputs, day } = opened();
  appendRun(store, "shared", PLACE(OLD, 1));
  appendRun(store, "own", PLACE(OLD, 2));
  judgeRun(store, OLD, "shared", { call: "asked by both" });
  judgeRun(store, OLD, "own", { key: "second", repetition: 2 });
  day(100);
  store.append({
    kind: "adoption",
    key: "shared",
    place: PLACE(NEW, 1),
    value: { schema_version: 2, identity: runRecord().artifact.identity },
  });
  judgeRun(store, NEW, "shared", { call: "asked by both" });
  appendRun(store, "newer", PLACE(NEW, 2));
  await store.close();
  return outputs;
}
