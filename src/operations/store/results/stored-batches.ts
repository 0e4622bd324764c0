import { join } from "node:path";
import { batch } from "../../../judging/index.ts";
import { listBatches, type NamedResult, readStoredJsonNow } from "../../../store/index.ts";
import { isBatchResult } from "./batch-result.ts";

/** An experiment that was judged in batches. */
export interface StoredBatch extends NamedResult {
  result: batch.BatchResult;
}

/** What was drawn from an experiment, as the judges saw it. */
export interface DrawnItems {
  items: batch.Drawn["items"]["items"];
  singletons: batch.Drawn["singletons"]["items"];
  clusters: batch.Drawn["clusters"];
}

/** All experiments that were judged in batches, the newest first. */
export function listStoredBatches(outputs: string): StoredBatch[] {
  return listBatches(outputs).flatMap((named) => {
    const stored = readStoredJsonNow(join(named.folder, "result.json"));
    const result = stored.state === "found" ? (stored.value as Partial<batch.BatchResult> | null) : null;
    return isBatchResult(result) ? [{ ...named, result }] : [];
  });
}

/** The items behind a result; null when the file beside it is missing or damaged. */
export function readDrawnItems({ folder }: NamedResult): DrawnItems | null {
  const stored = readStoredJsonNow(join(folder, "sample.json"));
  const drawn = stored.state === "found" ? (stored.value as Partial<DrawnItems> | null) : null;
  return [drawn?.items, drawn?.singletons, drawn?.clusters].every(Array.isArray) ? (drawn as DrawnItems) : null;
}

/** What `assay batch compare` would decide of two of them, or why it would not. */
export function decideBatches(base: StoredBatch, candidate: StoredBatch): ReturnType<typeof batch.compareResults> {
  return batch.compareResults(base.result, candidate.result);
}
