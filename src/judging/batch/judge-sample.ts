import pLimit from "p-limit";
import type { PanelJudge } from "../../config/index.ts";
import type { Violation } from "../contract.ts";
import { askBatch, type BatchAskOptions, type BatchKind } from "./ask-batch.ts";
import type { Item, ItemId } from "./experiment-output.ts";

/** What one judge said about one item in one repetition, or why it said nothing usable. */
export type Opinion<Verdict> = { item_id: ItemId; judge_id: string; repetition: number } & (
  | { status: "scored"; verdict: Verdict; call_id: string }
  | { status: "unscored"; reason: string; violations: Violation[] }
);

export interface CallTally {
  new_calls: number;
  reused_calls: number;
  new_cost_usd: number;
  reused_cost_usd: number;
  /** Calls whose provider reported no cost. */
  unpriced_calls: number;
}

export interface SampleJudgement<Verdict> {
  opinions: Opinion<Verdict>[];
  tally: CallTally;
}

export interface JudgingSurroundings {
  optionsFor(judge: PanelJudge): BatchAskOptions;
  maxConcurrency: number;
  /** Once aborted, no batch is begun; those begun go on. */
  noNewWork?: AbortSignal;
  onBatch?(progress: { done: number; total: number }): void;
}

/**
 * Judges every batch by every judge in every repetition. Batches are asked in parallel and never see each other; the order
 * of the opinions depends on the sample alone. A judge that cannot succeed any more (a bad key) is not asked further.
 */
export async function judgeSample<Verdict extends { item_id: ItemId }>(
  items: Item[],
  kind: BatchKind<Verdict>,
  judges: PanelJudge[],
  batchSize: number,
  { optionsFor, maxConcurrency, noNewWork, onBatch }: JudgingSurroundings,
): Promise<SampleJudgement<Verdict>> {
  const batches = inBatches(items, batchSize);
  const tally: CallTally = { new_calls: 0, reused_calls: 0, new_cost_usd: 0, reused_cost_usd: 0, unpriced_calls: 0 };
  const hopeless = new Map<string, string>();
  const tasks = judges.flatMap((judge) =>
    Array.from({ length: judge.repetitions }, (_, index) =>
      batches.map((batch) => ({ judge, repetition: index + 1, batch })),
    ).flat(),
  );
  const limit = pLimit(maxConcurrency);
  let done = 0;
  const opinions = await Promise.all(
    tasks.map(({ judge, repetition, batch }) =>
      limit(async (): Promise<Opinion<Verdict>[]> => {
        const given = { judge_id: judge.judge_id, repetition };
        const gaveUp = noNewWork?.aborted ? "interrupted" : hopeless.get(judge.judge_id);
        if (gaveUp !== undefined) {
          return batch.map(({ item_id }) => ({
            ...given,
            item_id,
            status: "unscored",
            reason: gaveUp,
            violations: [],
          }));
        }
        const outcome = await askBatch(batch, kind, judge, repetition, optionsFor(judge));
        if (outcome.hopeless)
          hopeless.set(judge.judge_id, outcome.unscored[0]?.reason ?? "the judge cannot be reached");
        for (const call of outcome.calls) count(tally, call);
        done += 1;
        onBatch?.({ done, total: tasks.length });
        return [
          ...outcome.verdicts.map(({ verdict, call_id }) => ({
            ...given,
            item_id: verdict.item_id,
            status: "scored" as const,
            verdict,
            call_id,
          })),
          ...outcome.unscored.map((unscored) => ({ ...given, ...unscored, status: "unscored" as const })),
        ];
      }),
    ),
  );
  return { opinions: opinions.flat(), tally };
}

export function inBatches<Thing>(things: Thing[], size: number): Thing[][] {
  return Array.from({ length: Math.ceil(things.length / size) }, (_, index) =>
    things.slice(index * size, (index + 1) * size),
  );
}

function count(
  tally: CallTally,
  { record, reused }: { record: { attempts: unknown[]; usage: { cost_usd: number | null } | null }; reused: boolean },
): void {
  if (record.attempts.length === 0) return;
  const cost = record.usage?.cost_usd ?? null;
  if (cost === null) tally.unpriced_calls += 1;
  if (reused) {
    tally.reused_calls += record.attempts.length;
    tally.reused_cost_usd += cost ?? 0;
  } else {
    tally.new_calls += record.attempts.length;
    tally.new_cost_usd += cost ?? 0;
  }
}
