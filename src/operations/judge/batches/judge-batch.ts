import { join } from "node:path";
import { batch, resolveJudges } from "../../../judging/index.ts";
import { batchResultMarkdown } from "../../../report/index.ts";
import { namedFolder, outputsFolder, writeFileAtomic, writeJsonAtomic } from "../../../store/index.ts";
import type { Controls } from "../../controls.ts";
import { withNameLock } from "../../open/with-name-lock.ts";
import { withStore } from "../../open/with-store.ts";
import { withWritableStore } from "../../open/with-writable-store.ts";
import { openAskingPanel } from "../asking-panel.ts";
import { refuseUnreachableJudges } from "../refuse-unreachable-judges.ts";
import { openBatchLedger } from "./batch-ledger.ts";
import type { JudgeBatchOptions } from "./batch-options.ts";
import { type BatchJudging, drawBatch, openBatchJudging } from "./draw-batch.ts";

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
  const { root, name, measure, gateways } = judging;
  try {
    refuseUnreachableJudges(measure.judges, gateways);
    const drawn = await drawBatch(options, judging, controls);
    const folder = namedFolder(outputsFolder(root), "batch", name);
    const outputs = outputsFolder(root);
    const judgeUnderName = () =>
      withNameLock(folder, name, async () => {
        const { items, singletons, clusters } = drawn;
        controls.onEvent?.({ type: "batches_planned", judges: batch.plannedBatches(measure, drawn) });
        await writeJsonAtomic(join(folder, "sample.json"), {
          items: items.items,
          singletons: singletons.items,
          clusters,
        });
        const result = await judgeDrawn(drawn, judging, options, controls);
        await writeFileAtomic(join(folder, "summary.md"), batchResultMarkdown(result));
        await writeJsonAtomic(join(folder, "result.json"), result);
        return { folder, result };
      });
    return await withWritableStore(outputs, gateways, judgeUnderName);
  } finally {
    await gateways.close();
  }
}

async function judgeDrawn(
  drawn: batch.Drawn,
  { root, name, title, measure, gateways, redactor }: BatchJudging,
  { force, maxCostUsd }: JudgeBatchOptions,
  { signal, noNewWork, onEvent }: Controls,
): Promise<batch.BatchResult> {
  const judges = resolveJudges(measure.judges, gateways.forModel);
  const prompts = await batch.readBatchPrompts();
  const isInterrupted = () => signal?.aborted === true || noNewWork?.aborted === true;
  return await withStore(outputsFolder(root), onEvent, async (store) => {
    const { maxConcurrency } = measure;
    const ledger = openBatchLedger(store, name, measure, maxCostUsd);
    const panel = openAskingPanel(
      { judges, store, redact: redactor(), maxConcurrency, ledger, force },
      { signal, noNewWork, onEvent },
    );
    try {
      return await batch.runBatch({ name, title }, measure, drawn, prompts, { panel, ledger, isInterrupted, onEvent });
    } finally {
      ledger.close();
    }
  });
}
