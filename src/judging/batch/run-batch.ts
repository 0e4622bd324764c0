import type { GatewayConfig, PanelJudge } from "../../config/index.ts";
import type { Gateway } from "../../gateway/index.ts";
import type { CallStore } from "../../store/index.ts";
import { createCostLimit } from "../cost-limit.ts";
import { aggregateItems, scoreItems } from "./aggregate.ts";
import { type ItemVerdict, itemContract, type SingletonVerdict, singletonContract } from "./contract.ts";
import type { Drawn } from "./draw-samples.ts";
import {
  type BatchQuestions,
  type CallTally,
  inBatches,
  type JudgingSurroundings,
  judgeSample,
  type Opinion,
} from "./judge-sample.ts";
import { fingerprintMeasuring, type Measure } from "./measure.ts";
import { type BatchPrompts, itemsQuestion, singletonsQuestion } from "./prompt.ts";
import type { BatchResult } from "./result.ts";
import type { Sample } from "./sample.ts";
import { aggregateSingletons, judgeSingletons } from "./singletons.ts";

export interface BatchSurroundings {
  gatewayFor(model: string, config?: GatewayConfig): Gateway;
  calls: CallStore;
  force?: boolean;
  signal?: AbortSignal;
  noNewWork?: AbortSignal;
  onEvent?: JudgingSurroundings["onEvent"];
}

export interface BatchNames {
  name: string;
  title: string | null;
}

/** Judges what was drawn and aggregates it: one experiment, measured. */
export async function runBatch(
  { name, title }: BatchNames,
  measure: Measure,
  drawn: Drawn,
  prompts: BatchPrompts,
  { gatewayFor, calls, force, signal, noNewWork, onEvent }: BatchSurroundings,
): Promise<BatchResult> {
  const costLimit = createCostLimit(measure.maxTotalCostUsd, { unpriced: measure.costCapDeclared ? "stop" : "free" });
  const judges = measure.judges.map((judge) => ({
    judge,
    guard: costLimit.guard(gatewayFor(judge.model, judge.gateway)),
  }));
  const { items, singletons } = questionKinds(measure, drawn, prompts);
  const surroundings: JudgingSurroundings = {
    maxConcurrency: measure.maxConcurrency,
    noNewWork,
    onEvent,
    optionsFor(asked) {
      const { guard } = judges.find(({ judge }) => judge === asked)!;
      const mayAsk = async (characters: number) => (noNewWork?.aborted ? "interrupted" : guard.mayAsk(characters));
      return { gateway: guard.gateway, calls, force, signal, mayAsk };
    },
  };
  const itemJudgement = await judgeSample(items, measure.judges, measure.batchSize, surroundings);
  const singletonJudgement = await judgeSample(singletons, measure.judges, measure.batchSize, surroundings);
  const scored = scoreItems(drawn.items, itemJudgement.opinions, measure);
  const judged = judgeSingletons(drawn.singletons, singletonJudgement.opinions, measure);
  const tally = addTallies(itemJudgement.tally, singletonJudgement.tally);
  return {
    schema_version: 1,
    name,
    title,
    measuring: fingerprintMeasuring(
      measure,
      Object.values(prompts),
      judges.map(({ guard }) => guard.gateway.endpoint),
    ),
    judges: judges.map(({ judge, guard }) => ({
      judge_id: judge.judge_id,
      model: judge.model,
      endpoint: guard.gateway.endpoint,
      offline: guard.gateway.offline,
      repetitions: judge.repetitions,
    })),
    scoring: {
      primary: measure.primary,
      direction: measure.direction,
      minimum_improvement: measure.minimumImprovement,
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
    cost: { ...tally, max_total_cost_usd: measure.maxTotalCostUsd },
    stopped: noNewWork?.aborted
      ? "interrupted"
      : (costLimit.stopReason() ?? whyUnanswered([...itemJudgement.opinions, ...singletonJudgement.opinions])),
    warnings: drawn.warnings,
    items: scored,
  };
}

/** How items and singletons are put to a judge. Also what `--dry-run` prints. */
export function questionKinds(
  measure: Measure,
  drawn: Drawn,
  prompts: BatchPrompts,
): { items: BatchQuestions<ItemVerdict>; singletons: BatchQuestions<SingletonVerdict> } {
  const clusterIds = drawn.clusters.map(({ cluster_id }) => cluster_id);
  const thingsOf = ({ items }: Sample) => items.map(({ item }) => item);
  return {
    items: {
      called: "items",
      sample: thingsOf(drawn.items),
      kind: {
        system: prompts.system,
        question: (items) => itemsQuestion(prompts, measure.rubric, items),
        contract: (ids) => itemContract(ids, measure.fields),
      },
    },
    singletons: {
      called: "singletons",
      sample: thingsOf(drawn.singletons),
      kind: {
        system: prompts.system,
        question: (items) => singletonsQuestion(prompts, measure.singletonRubric ?? "", items, drawn.clusters),
        contract: (ids) => singletonContract(ids, clusterIds, measure.singletonFields),
      },
    },
  };
}

/** An answer that never came, in contrast to one that broke the contract: the next run may well get it. */
function whyUnanswered(opinions: Opinion<unknown>[]): string | null {
  const unanswered = opinions.find((opinion) => opinion.status === "unscored" && opinion.violations.length === 0);
  return unanswered?.status === "unscored" ? `${unanswered.judge_id} did not answer: ${unanswered.reason}` : null;
}

/** How many batches each judge is asked, all repetitions counted. */
export function plannedBatches(measure: Measure, drawn: Drawn): { judge: PanelJudge; batches: number }[] {
  const batches = [drawn.items, drawn.singletons].reduce(
    (sum, { items }) => sum + inBatches(items, measure.batchSize).length,
    0,
  );
  return measure.judges.map((judge) => ({ judge, batches: batches * judge.repetitions }));
}

function addTallies(one: CallTally, other: CallTally): CallTally {
  return {
    new_calls: one.new_calls + other.new_calls,
    reused_calls: one.reused_calls + other.reused_calls,
    new_cost_usd: one.new_cost_usd + other.new_cost_usd,
    reused_cost_usd: one.reused_cost_usd + other.reused_cost_usd,
    unpriced_calls: one.unpriced_calls + other.unpriced_calls,
  };
}
