import type { Ledger } from "../../campaign/index.ts";
import type { Panel } from "../panel/panel.ts";
import { addTallies } from "./judging/call-tally.ts";
import { type BatchEvent, judgeBatches, type Opinion } from "./judging/judge-batches.ts";
import type { BatchPrompts } from "./judging/prompt.ts";
import { questionKinds } from "./judging/question-kinds.ts";
import { fingerprintMeasuring } from "./measuring/fingerprint.ts";
import { type Measure, scaleOfField } from "./measuring/measure.ts";
import type { Drawn } from "./sampling/draw-samples.ts";
import { aggregateItems, scoreItems } from "./scoring/aggregate.ts";
import type { BatchResult } from "./scoring/result.ts";
import { aggregateSingletons, judgeSingletons } from "./scoring/singletons.ts";

export interface BatchSurroundings {
  /** Built from the judges of the measure. */
  panel: Panel;
  /** The ledger of the panel. */
  ledger: Pick<Ledger, "stopReason" | "maxCostUsd" | "totalUsd">;
  /** True once the user has interrupted. */
  isInterrupted(): boolean;
  onEvent?(event: BatchEvent): void;
}

export interface BatchNames {
  name: string;
  title: string | null;
}

/** Judges and aggregates the drawn sample of one experiment. */
export async function runBatch(
  { name, title }: BatchNames,
  measure: Measure,
  drawn: Drawn,
  prompts: BatchPrompts,
  { panel, ledger, isInterrupted, onEvent }: BatchSurroundings,
): Promise<BatchResult> {
  const { items, singletons } = questionKinds(measure, drawn, prompts);
  const surroundings = { panel, onEvent, batchSize: measure.batchSize };
  const itemJudgement = await judgeBatches(items, surroundings);
  const singletonJudgement = await judgeBatches(singletons, surroundings);
  const scored = scoreItems(drawn.items, itemJudgement.opinions, measure);
  const judged = judgeSingletons(drawn.singletons, singletonJudgement.opinions, measure);
  return {
    schema_version: 1,
    name,
    title,
    measuring: fingerprintMeasuring(
      measure,
      Object.values(prompts),
      panel.judges.map(({ gateway }) => gateway.endpoint),
    ),
    judges: panel.judges.map(({ judge_id, model, gateway, repetitions }) => ({
      judge_id,
      model,
      endpoint: gateway.endpoint,
      offline: gateway.offline,
      repetitions,
    })),
    scoring: {
      primary: measure.primary,
      direction: measure.direction,
      minimum_improvement: measure.minimumImprovement,
      scale: scaleOfField(measure.fields[measure.primary]),
    },
    sample: {
      population: drawn.items.population,
      sampled: drawn.items.items.length,
      seed: measure.seed,
      strata: drawn.items.strata,
    },
    scores: aggregateItems(scored, drawn.items, measure),
    singletons:
      measure.singletonSample === 0
        ? null
        : { population: drawn.singletons.population, ...aggregateSingletons(judged), items: judged },
    cost: {
      ...addTallies(itemJudgement.tally, singletonJudgement.tally),
      max_total_cost_usd: ledger.maxCostUsd ?? measure.maxTotalCostUsd,
      spent_in_all_usd: ledger.totalUsd(),
    },
    stopped: isInterrupted()
      ? "interrupted"
      : (ledger.stopReason() ?? whyUnanswered([...itemJudgement.opinions, ...singletonJudgement.opinions])),
    warnings: drawn.warnings,
    broken_answers: [...itemJudgement.broken, ...singletonJudgement.broken],
    items: scored,
  };
}

/** The reason for an answer that never came, as opposed to a broken one: the next run may well get it. */
function whyUnanswered(opinions: Opinion<unknown>[]): string | null {
  for (const opinion of opinions) {
    const isOpen = opinion.status === "not_asked" || (opinion.status === "unscored" && opinion.violations.length === 0);
    if (isOpen) return `${opinion.judge_id} did not answer: ${opinion.reason}`;
  }
  return null;
}
