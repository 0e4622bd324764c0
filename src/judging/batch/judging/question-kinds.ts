import type { Measure } from "../measuring/measure.ts";
import type { Drawn } from "../sampling/draw-samples.ts";
import type { DrawnSample } from "../sampling/sample.ts";
import { type ItemVerdict, itemContract, type SingletonVerdict, singletonContract } from "./contract.ts";
import { type BatchQuestions, inBatches } from "./judge-batches.ts";
import { type BatchPrompts, itemsQuestion, singletonsQuestion } from "./prompt.ts";

/** Builds the questions for items and singletons. */
export function questionKinds(
  measure: Measure,
  drawn: Drawn,
  prompts: BatchPrompts,
): { items: BatchQuestions<ItemVerdict>; singletons: BatchQuestions<SingletonVerdict> } {
  const clusterIds = drawn.clusters.map(({ cluster_id }) => cluster_id);
  const thingsOf = ({ items }: DrawnSample) => items.map(({ item }) => item);
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

/** Number of batches for each judge, including all repetitions. */
export function plannedBatches(
  { judges, batchSize }: Measure,
  drawn: Drawn,
): { judge_id: string; model: string; batches: number }[] {
  const batches = [drawn.items, drawn.singletons].reduce(
    (sum, { items }) => sum + inBatches(items, batchSize).length,
    0,
  );
  return judges.map(({ judge_id, model, repetitions }) => ({ judge_id, model, batches: batches * repetitions }));
}
