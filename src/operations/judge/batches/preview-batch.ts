import { batch, type ForeseenCalls } from "../../../judging/index.ts";
import type { FieldRule } from "../../../text/index.ts";
import type { Controls } from "../../controls.ts";
import { foreseeJudging } from "../judging-session.ts";
import type { JudgeBatchOptions } from "./batch-options.ts";
import { drawBatch, openBatchJudging } from "./draw-batch.ts";

/** Questions, judges and the contract of answers. */
export interface BatchPreview {
  system: string;
  /** User message of every batch, items first. */
  questions: string[];
  judges: { model: string; repetitions: number }[];
  calls: number;
  /** Stored part of these calls, and the possible cost of the rest. */
  foreseen: ForeseenCalls;
  items: { sampled: number; population: number };
  /** Null if the spec judges none. */
  singletons: { sampled: number; population: number } | null;
  fields: Record<string, FieldRule>;
  singleton_fields: Record<string, FieldRule>;
  warnings: string[];
}

/**
 * Previews the questions of `judgeBatch`. Asks no judge and writes nothing.
 *
 * @example
 * const { calls, questions } = await previewBatch({ spec: "spec.yaml", items: "experiment-1.jsonl" });
 * console.log(calls, questions[0]);
 */
export async function previewBatch(options: JudgeBatchOptions, controls: Controls = {}): Promise<BatchPreview> {
  const judging = await openBatchJudging(options, controls);
  const { measure, gateways } = judging;
  try {
    const drawn = await drawBatch(options, judging, controls);
    const prompts = await batch.readBatchPrompts();
    const { items, singletons } = batch.questionKinds(measure, drawn, prompts);
    const { population } = drawn.singletons;
    return {
      system: prompts.system,
      questions: [items, singletons].flatMap(({ sample, kind }) =>
        batch.inBatches(sample, measure.batchSize).map(kind.question),
      ),
      judges: measure.judges.map(({ model, repetitions }) => ({ model, repetitions })),
      calls: batch.plannedBatches(measure, drawn).reduce((sum, { batches }) => sum + batches, 0),
      foreseen: await foreseeJudging<{ broken: unknown[] }>(
        judging,
        controls,
        [...questionsOf(items, measure), ...questionsOf(singletons, measure)],
        ({ broken }) => broken.length === 0,
      ),
      items: { sampled: items.sample.length, population: drawn.items.population },
      singletons: measure.singletonSample === 0 ? null : { sampled: singletons.sample.length, population },
      fields: measure.fields,
      singleton_fields: measure.singletonFields,
      warnings: drawn.warnings,
    };
  } finally {
    await gateways.close();
  }
}

type Kinds = ReturnType<typeof batch.questionKinds>;

/** Composes the first question of each batch. */
function questionsOf({ sample, kind }: Kinds["items"] | Kinds["singletons"], { batchSize }: batch.Measure) {
  return batch.inBatches(sample, batchSize).map((things) => ({
    system: kind.system,
    user: kind.question(things),
    contract: kind.contract(things.map(({ item_id }) => item_id)),
  }));
}
