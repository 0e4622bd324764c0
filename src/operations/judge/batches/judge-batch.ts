import { join } from "node:path";
import { batch } from "../../../judging/index.ts";
import { batchResultMarkdown } from "../../../report/index.ts";
import { writeFileAtomic, writeJsonAtomic } from "../../../store/index.ts";
import type { Controls } from "../../controls.ts";
import { judgeUnderName, withPanel } from "../judging-session.ts";
import type { JudgeBatchOptions } from "./batch-options.ts";
import { drawToJudge, openBatchJudging } from "./draw-batch.ts";

export interface JudgedBatch {
  /** Absolute path of the folder with result.json, sample.json and summary.md. */
  folder: string;
  result: batch.BatchResult;
}

/**
 * Judges a seeded sample of an experiment's output in batches. Results are stored as they arrive, and the same call continues from there.
 *
 * @example
 * const { result } = await judgeBatch({ spec: "spec.yaml", items: "experiment-1.jsonl" });
 * console.log(result.scores.mean);
 */
export async function judgeBatch(options: JudgeBatchOptions, controls: Controls = {}): Promise<JudgedBatch> {
  const judging = await openBatchJudging(options, controls);
  const { measure, name, title } = judging;
  const { signal, noNewWork, onEvent } = controls;
  const drawn = await drawToJudge(options, judging, controls);
  const prompts = await batch.readBatchPrompts();
  const isInterrupted = () => signal?.aborted === true || noNewWork?.aborted === true;
  return await judgeUnderName(judging, async (folder) => {
    const { items, singletons, clusters } = drawn;
    onEvent?.({ type: "batches_planned", judges: batch.plannedBatches(measure, drawn) });
    await writeJsonAtomic(join(folder, "sample.json"), {
      items: items.items,
      singletons: singletons.items,
      clusters,
    });
    const result = await withPanel(judging, controls, ({ panel, ledger }) =>
      batch.runBatch({ name, title }, measure, drawn, prompts, { panel, ledger, isInterrupted, onEvent }),
    );
    await writeFileAtomic(join(folder, "summary.md"), batchResultMarkdown(result));
    await writeJsonAtomic(join(folder, "result.json"), result);
    return { folder, result };
  });
}
