import { join } from "node:path";
import { listNamed, type NamedResult, readStoredJsonNow } from "../../store/index.ts";
import { isBatchResult } from "./batch-result.ts";
import { compareResults } from "./deciding/compare.ts";
import { batch } from "./protocol.ts";
import type { Drawn } from "./sampling/draw-samples.ts";
import type { BatchResult } from "./scoring/result.ts";

/** Experiment judged in batches. */
export interface StoredBatch extends NamedResult {
  result: BatchResult;
}

/** Drawn sample of an experiment, as the judges saw it. */
export interface DrawnItems {
  items: Drawn["items"]["items"];
  singletons: Drawn["singletons"]["items"];
  clusters: Drawn["clusters"];
}

/** Lists all experiments that were judged in batches, the newest first. */
export function listStoredBatches(outputs: string): StoredBatch[] {
  return listNamed(outputs, batch).flatMap((named) => readStoredBatch(named) ?? []);
}

/** Reads the result of an experiment; null if it is damaged. */
export function readStoredBatch(named: NamedResult): StoredBatch | null {
  const stored = readStoredJsonNow(join(named.folder, "result.json"));
  const result = stored.state === "found" ? (stored.value as Partial<BatchResult> | null) : null;
  return isBatchResult(result) ? { ...named, result } : null;
}

/** Reads the items of a result; null if their file is missing or damaged. */
export function readDrawnItems({ folder }: NamedResult): DrawnItems | null {
  const stored = readStoredJsonNow(join(folder, "sample.json"));
  const drawn = stored.state === "found" ? (stored.value as Partial<DrawnItems> | null) : null;
  return [drawn?.items, drawn?.singletons, drawn?.clusters].every(Array.isArray) ? (drawn as DrawnItems) : null;
}

/** Decides between two experiments like `assay batch compare`, or explains why not. */
export function decideBatches(base: StoredBatch, candidate: StoredBatch): ReturnType<typeof compareResults> {
  return compareResults(base.result, candidate.result);
}
