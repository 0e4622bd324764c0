import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { batch } from "../../judging/index.ts";
import { readStoredJson } from "../../store/index.ts";
import { completeSurroundings, type Surroundings } from "../controls.ts";
import { OperationError } from "../operation-error.ts";

export interface CompareBatchesOptions extends Surroundings {
  /** result.json of the experiment to beat, or its folder. */
  base: string;
  /** The same of the new experiment. */
  candidate: string;
}

/** Whether to keep what the candidate changed: the paired difference of two results that were measured alike. */
export async function compareBatches(options: CompareBatchesOptions): Promise<batch.BatchComparison> {
  const { base, candidate } = options;
  const { cwd } = completeSurroundings(options);
  const compared = batch.compareResults(await readResult(base, cwd), await readResult(candidate, cwd));
  if (compared.ok) return compared.comparison;
  const reasons = compared.reasons.map((reason) => `- ${reason}`).join("\n");
  throw new OperationError(`${base} and ${candidate} cannot be compared:\n${reasons}`);
}

async function readResult(path: string, cwd: string): Promise<batch.BatchResult> {
  const isFolder = await stat(resolve(cwd, path)).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const file = isFolder ? join(path, "result.json") : path;
  const stored = await readStoredJson(resolve(cwd, file));
  if (stored.state === "absent")
    throw new OperationError(`${file}: there is no such file; \`assay batch judge\` writes it`);
  if (stored.state === "corrupt")
    throw new OperationError(
      `${file}: ${stored.reason}; judge the experiment again, which costs nothing where calls are stored`,
    );
  const result = stored.value as Partial<batch.BatchResult> | null;
  if (!isResult(result)) throw new OperationError(`${file}: is not a result of \`assay batch judge\``);
  return result;
}

/** What the comparison rests on is looked at; whoever edits the rest by hand has himself to blame. */
function isResult(value: Partial<batch.BatchResult> | null): value is batch.BatchResult {
  return (
    value?.schema_version === 1 &&
    [value.measuring, value.scoring, value.scores, value.sample].every((part) => typeof part === "object" && part) &&
    Array.isArray(value.sample?.strata) &&
    Array.isArray(value.items) &&
    value.items.every((item) => item && (item.score === null || typeof item.score === "number"))
  );
}
