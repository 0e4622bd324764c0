import type { GatewayConfig } from "../../config/index.ts";
import type { Gateway } from "../../gateway/index.ts";
import type { CallStore } from "../../store/index.ts";
import { createCostLimit } from "../cost-limit.ts";
import { aggregateItems, scoreItems } from "./aggregate.ts";
import type { BatchKind } from "./ask-batch.ts";
import { type ItemVerdict, itemContract, type SingletonVerdict, singletonContract } from "./contract.ts";
import type { Drawn } from "./draw-samples.ts";
import type { Item } from "./experiment-output.ts";
import { type CallTally, inBatches, type JudgingSurroundings, judgeSample } from "./judge-sample.ts";
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
  onBatch?: JudgingSurroundings["onBatch"];
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
  { gatewayFor, calls, force, signal, noNewWork, onBatch }: BatchSurroundings,
): Promise<BatchResult> {
  const costLimit = createCostLimit(measure.maxTotalCostUsd, { unpriced: measure.costCapDeclared ? "stop" : "free" });
  const judges = measure.judges.map((judge) => ({
    judge,
    guard: costLimit.guard(gatewayFor(judge.model, judge.gateway)),
  }));
  const { items, singletons } = questionKinds(measure, drawn, prompts);
  const batches = [items, singletons].map((kind) => inBatches(kind.sample, measure.batchSize).length);
  const calling = measure.judges.reduce((sum, { repetitions }) => sum + repetitions, 0);
  let done = 0;
  const surroundings: JudgingSurroundings = {
    maxConcurrency: measure.maxConcurrency,
    noNewWork,
    onBatch: () => onBatch?.({ done: ++done, total: (batches[0]! + batches[1]!) * calling }),
    optionsFor(asked) {
      const { guard } = judges.find(({ judge }) => judge === asked)!;
      return { gateway: guard.gateway, calls, force, signal, mayAsk: guard.mayAsk };
    },
  };
  const itemJudgement = await judgeSample(items.sample, items.kind, measure.judges, measure.batchSize, surroundings);
  const singletonJudgement = await judgeSample(
    singletons.sample,
    singletons.kind,
    measure.judges,
    measure.batchSize,
    surroundings,
  );
  const scored = scoreItems(drawn.items, itemJudgement.opinions, measure.primary);
  const judged = judgeSingletons(drawn.singletons, singletonJudgement.opinions);
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
    stopped: noNewWork?.aborted ? "interrupted" : costLimit.stopReason(),
    warnings: drawn.warnings,
    items: scored,
  };
}

interface Questions<Verdict> {
  sample: Item[];
  kind: BatchKind<Verdict>;
}

/** How items and singletons are put to a judge. Also what `--dry-run` prints. */
export function questionKinds(
  measure: Measure,
  drawn: Drawn,
  prompts: BatchPrompts,
): { items: Questions<ItemVerdict>; singletons: Questions<SingletonVerdict> } {
  const clusterIds = drawn.clusters.map(({ cluster_id }) => cluster_id);
  const thingsOf = ({ items }: Sample) => items.map(({ item }) => item);
  return {
    items: {
      sample: thingsOf(drawn.items),
      kind: {
        system: prompts.system,
        question: (items) => itemsQuestion(prompts, measure.rubric, items),
        contract: (ids) => itemContract(ids, measure.fields),
      },
    },
    singletons: {
      sample: thingsOf(drawn.singletons),
      kind: {
        system: prompts.system,
        question: (items) => singletonsQuestion(prompts, measure.singletonRubric ?? "", items, drawn.clusters),
        contract: (ids) => singletonContract(ids, clusterIds),
      },
    },
  };
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
