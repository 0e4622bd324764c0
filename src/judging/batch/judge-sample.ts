import pLimit from "p-limit";
import type { PanelJudge } from "../../config/index.ts";
import type { Violation } from "../../records/index.ts";
import { askBatch, type BatchAskOptions, type BatchKind, type BatchOutcome } from "./ask-batch.ts";
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
  onEvent?(event: BatchEvent): void;
}

/** What a listener hears of one batch before one judge. */
export type BatchEvent =
  | { type: "started"; judge_id: string }
  | {
      type: "ended";
      judge_id: string;
      /** `items 3 of 8`, and `#2` for a second repetition. */
      name: string;
      scored: number;
      unscored: number;
      reused: boolean;
      /** Of new calls; null when unknown. */
      cost_usd: number | null;
    };

/** All things of one kind, and how they are put to a judge. */
export interface BatchQuestions<Verdict> {
  /** `items` or `singletons`. */
  called: string;
  sample: Item[];
  kind: BatchKind<Verdict>;
}

/**
 * Judges every batch by every judge in every repetition. Batches are asked in parallel and never see each other; the order
 * of the opinions depends on the sample alone. A judge that cannot succeed any more (a bad key) is not asked further.
 */
export async function judgeSample<Verdict extends { item_id: ItemId }>(
  { sample, kind, called }: BatchQuestions<Verdict>,
  judges: PanelJudge[],
  batchSize: number,
  { optionsFor, maxConcurrency, noNewWork, onEvent }: JudgingSurroundings,
): Promise<SampleJudgement<Verdict>> {
  const batches = inBatches(sample, batchSize);
  const tally: CallTally = { new_calls: 0, reused_calls: 0, new_cost_usd: 0, reused_cost_usd: 0, unpriced_calls: 0 };
  const hopeless = new Map<string, string>();
  // Batch by batch, so that what ends early leaves a smaller sample judged by the whole panel, not a whole one judged by half.
  const tasks = batches.flatMap((batch, at) =>
    judges.flatMap((judge) =>
      Array.from({ length: judge.repetitions }, (_, index) => ({
        judge,
        repetition: index + 1,
        batch,
        name: `${called} ${at + 1} of ${batches.length}${judge.repetitions > 1 ? ` #${index + 1}` : ""}`,
      })),
    ),
  );
  const limit = pLimit(maxConcurrency);
  const opinions = await Promise.all(
    tasks.map(({ judge, repetition, batch, name }) =>
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
        const options = optionsFor(judge);
        let isStarted = false;
        const mayAsk = (promptCharacters: number) => {
          // Only what has to be paid for is work that runs; stored answers are there at once.
          if (!isStarted) onEvent?.({ type: "started", judge_id: judge.judge_id });
          isStarted = true;
          return options.mayAsk(promptCharacters);
        };
        const outcome = await askBatch(batch, kind, judge, repetition, { ...options, mayAsk });
        if (outcome.hopeless)
          hopeless.set(judge.judge_id, outcome.unscored[0]?.reason ?? "the judge cannot be reached");
        for (const call of outcome.calls) count(tally, call);
        onEvent?.({ type: "ended", judge_id: judge.judge_id, name, ...endOf(outcome) });
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

function endOf<Verdict>({ verdicts, unscored, calls }: BatchOutcome<Verdict>) {
  const paid = calls.filter(({ reused }) => !reused).map(({ record }) => record.usage?.cost_usd ?? null);
  return {
    scored: verdicts.length,
    unscored: unscored.length,
    reused: paid.length === 0,
    cost_usd: paid.includes(null) ? null : paid.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
  };
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
