import type { Violation } from "../../../records/index.ts";
import { brokenAnswers } from "../../panel/broken-answers.ts";
import type { ResolvedJudge } from "../../panel/judges.ts";
import type { Panel, PanelCall } from "../../panel/panel.ts";
import { runInOrder } from "../../run-in-order.ts";
import type { Item, ItemId } from "../sampling/experiment-output.ts";
import { askBatch, type BatchKind, type BatchOutcome, type ItemOutcome } from "./ask-batch.ts";
import { type CallTally, countCall, noCalls } from "./call-tally.ts";
import type { BatchAnswer } from "./contract.ts";

/** One judge's opinion of one item in one repetition, or the reason for its absence. */
export type Opinion<Verdict> = ItemOutcome<Verdict> & { judge_id: string; repetition: number };

/** A judge's answer that broke the contract, as a whole or about some of its items; those were asked again. */
export interface BrokenBatchAnswer {
  judge_id: string;
  repetition: number;
  /** `items 3 of 8`. */
  batch: string;
  call_id: string;
  /** Number of the answer within its call, from 1. */
  attempt: number;
  /** True when nothing in it was usable. */
  refused: boolean;
  violations: Violation[];
}

export interface SampleJudgement<Verdict> {
  opinions: Opinion<Verdict>[];
  broken: BrokenBatchAnswer[];
  tally: CallTally;
}

export interface JudgingSurroundings {
  panel: Panel;
  batchSize: number;
  onEvent?(event: BatchEvent): void;
  /** Selects batches by their question; all if omitted. */
  isMeant?: (question: string) => boolean;
}

/** Events of one batch before one judge. */
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
      /** Cost of new calls; null when unknown. */
      cost_usd: number | null;
    };

/** All things of one kind, with the way they are put to a judge. */
export interface BatchQuestions<Verdict> {
  /** `items` or `singletons`. */
  called: string;
  sample: Item[];
  kind: BatchKind<Verdict>;
}

/**
 * Judges every batch by every judge in every repetition. Batches are asked in parallel and never see each other; the order of the
 * opinions depends on the sample alone.
 */
export async function judgeBatches<Verdict extends { item_id: ItemId }>(
  questions: BatchQuestions<Verdict>,
  surroundings: JudgingSurroundings,
): Promise<SampleJudgement<Verdict>> {
  const { panel, onEvent } = surroundings;
  const tally = noCalls();
  const tasks = plannedTasks(questions, surroundings).map(({ batch, judge, repetition, name }) => async () => {
    const { judge_id } = judge;
    let isStarted = false;
    const onSend = () => {
      // Emitted only for paid work; stored answers are immediate.
      if (!isStarted) onEvent?.({ type: "batch_started", judge_id });
      isStarted = true;
    };
    const outcome = await askBatch(batch, questions.kind, judge, repetition, { panel, onSend });
    for (const call of outcome.calls) countCall(tally, call);
    if (outcome.items.some(({ status }) => status !== "not_asked"))
      onEvent?.({ type: "batch_ended", judge_id, name, ...endOf(outcome) });
    return {
      opinions: outcome.items.map((item) => ({ judge_id, repetition, ...item })),
      broken: outcome.calls.flatMap((call) =>
        brokenIn(call).map((answer) => ({ judge_id, repetition, batch: name.replace(/ #\d+$/, ""), ...answer })),
      ),
    };
  });
  const judged: Pick<SampleJudgement<Verdict>, "opinions" | "broken"> = { opinions: [], broken: [] };
  for await (const { opinions, broken } of runInOrder(tasks, panel.maxConcurrency)) {
    judged.opinions.push(...opinions);
    judged.broken.push(...broken);
  }
  return { ...judged, tally };
}

/** The refused answers, and the accepted one if some of its items were broken. */
function brokenIn<Verdict>({
  record,
}: PanelCall<BatchAnswer<Verdict>>): Omit<BrokenBatchAnswer, "judge_id" | "repetition" | "batch">[] {
  const { call_id, attempts, result } = record;
  const refused = brokenAnswers(record).map((answer) => ({ call_id, refused: true, ...answer }));
  if (result.status !== "verdict") return refused;
  const violations = [...result.answer.broken.flatMap((item) => item.violations), ...result.answer.strangers];
  const attempt = attempts.filter((each) => !each.structured_output_refused).length;
  return violations.length === 0 ? refused : [...refused, { call_id, refused: false, attempt, violations }];
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

/** Ordered batch by batch, so that ending early leaves a smaller sample judged by the whole panel, not a whole one judged by half. */
function plannedTasks<Verdict>(
  { sample, called, kind }: BatchQuestions<Verdict>,
  { panel, batchSize, isMeant }: JudgingSurroundings,
): BatchTask[] {
  const batches = inBatches(sample, batchSize);
  return batches.flatMap((batch, at) => {
    if (isMeant && !isMeant(kind.question(batch))) return [];
    return panel.judges.flatMap((judge) =>
      Array.from({ length: judge.repetitions }, (_, index) => ({
        batch,
        judge,
        repetition: index + 1,
        name: `${called} ${at + 1} of ${batches.length}${judge.repetitions > 1 ? ` #${index + 1}` : ""}`,
      })),
    );
  });
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
