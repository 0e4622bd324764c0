import { inOrder } from "../../in-order.ts";
import type { Panel, ResolvedJudge } from "../../panel/index.ts";
import type { Item, ItemId } from "../sampling/index.ts";
import { askBatch, type BatchKind, type BatchOutcome, type ItemOutcome } from "./ask-batch.ts";
import { type CallTally, countCall, noCalls } from "./call-tally.ts";

/** What one judge said about one item in one repetition, or why it said nothing usable. */
export type Opinion<Verdict> = ItemOutcome<Verdict> & { judge_id: string; repetition: number };

export interface SampleJudgement<Verdict> {
  opinions: Opinion<Verdict>[];
  tally: CallTally;
}

export interface JudgingSurroundings {
  panel: Panel;
  batchSize: number;
  /** As many as the panel asks at a time; more would only wait before it. */
  maxConcurrency: number;
  onEvent?(event: BatchEvent): void;
}

/** What a listener hears of one batch before one judge. */
export type BatchEvent =
  | { type: "batch_started"; judge_id: string }
  | {
      type: "batch_ended";
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
 * of the opinions depends on the sample alone.
 */
export async function judgeBatches<Verdict extends { item_id: ItemId }>(
  questions: BatchQuestions<Verdict>,
  surroundings: JudgingSurroundings,
): Promise<SampleJudgement<Verdict>> {
  const { panel, onEvent, maxConcurrency } = surroundings;
  const tally = noCalls();
  const tasks = plannedTasks(questions, surroundings).map(({ batch, judge, repetition, name }) => async () => {
    const { judge_id } = judge;
    let isStarted = false;
    const onSend = () => {
      // Only what has to be paid for is work that runs; stored answers are there at once.
      if (!isStarted) onEvent?.({ type: "batch_started", judge_id });
      isStarted = true;
    };
    const outcome = await askBatch(batch, questions.kind, judge, repetition, { panel, onSend });
    for (const call of outcome.calls) countCall(tally, call);
    if (outcome.items.some(({ status }) => status !== "not_asked"))
      onEvent?.({ type: "batch_ended", judge_id, name, ...endOf(outcome) });
    return outcome.items.map((item) => ({ judge_id, repetition, ...item }));
  });
  const opinions: Opinion<Verdict>[] = [];
  for await (const some of inOrder(tasks, maxConcurrency)) opinions.push(...some);
  return { opinions, tally };
}

export function inBatches<Thing>(things: Thing[], size: number): Thing[][] {
  return Array.from({ length: Math.ceil(things.length / size) }, (_, index) =>
    things.slice(index * size, (index + 1) * size),
  );
}

interface BatchTask {
  batch: Item[];
  judge: ResolvedJudge;
  repetition: number;
  name: string;
}

/** Batch by batch, so that what ends early leaves a smaller sample judged by the whole panel, not a whole one judged by half. */
function plannedTasks<Verdict>(
  { sample, called }: BatchQuestions<Verdict>,
  { panel, batchSize }: JudgingSurroundings,
): BatchTask[] {
  const batches = inBatches(sample, batchSize);
  return batches.flatMap((batch, at) =>
    panel.judges.flatMap((judge) =>
      Array.from({ length: judge.repetitions }, (_, index) => ({
        batch,
        judge,
        repetition: index + 1,
        name: `${called} ${at + 1} of ${batches.length}${judge.repetitions > 1 ? ` #${index + 1}` : ""}`,
      })),
    ),
  );
}

function endOf<Verdict>({ items, calls }: BatchOutcome<Verdict>) {
  const paid = calls.filter(({ reused }) => !reused).map(({ record }) => record.usage?.cost_usd ?? null);
  const scored = items.filter(({ status }) => status === "scored").length;
  return {
    scored,
    unscored: items.length - scored,
    reused: paid.length === 0,
    cost_usd: paid.includes(null) ? null : paid.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
  };
}
