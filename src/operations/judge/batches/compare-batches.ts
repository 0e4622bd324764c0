import { stat } from "node:fs/promises";
import { join } from "node:path";
import { DamagedError, InputError, NotComparableError } from "../../../errors/index.ts";
import { batch } from "../../../judging/index.ts";
import { namedFolder, readStoredJson } from "../../../store/index.ts";
import { completeSurroundings, type Surroundings } from "../../controls.ts";
import { resolveFolderOrName } from "../../open/folder-or-name.ts";

export interface CompareBatchesOptions extends Surroundings {
  /** The experiment to beat: its name, folder, or result.json. */
  base: string;
  /** The new experiment, named the same way. */
  candidate: string;
}

/**
 * Decides whether to keep an experiment's change: the paired difference of two results measured the same way.
 *
 * @example
 * const before = await judgeBatch({ spec: "spec.yaml", items: "experiment-1.jsonl" });
 * const after = await judgeBatch({ spec: "spec.yaml", items: "experiment-2.jsonl" });
 * const { decision, reason } = await compareBatches({ base: before.folder, candidate: after.folder });
 * console.log(decision, reason);
 */
export async function compareBatches(options: CompareBatchesOptions): Promise<batch.BatchComparison> {
  const { base, candidate } = options;
  const { cwd } = completeSurroundings(options);
  const compared = batch.compareResults(await readResult(base, cwd), await readResult(candidate, cwd));
  if (compared.ok) return compared.comparison;
  const reasons = compared.reasons.map((reason) => `- ${reason}`).join("\n");
  throw new NotComparableError(`${base} and ${candidate} cannot be compared:\n${reasons}`, { base, candidate });
}

async function readResult(path: string, cwd: string): Promise<batch.BatchResult> {
  const place = await resolveFolderOrName(
    path,
    cwd,
    (outputs, name) => namedFolder(outputs, "batch", name),
    "result.json",
  );
  const isFolder = await stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const file = isFolder ? join(path, "result.json") : path;
  const stored = await readStoredJson(isFolder ? join(place, "result.json") : place);
  if (stored.state === "absent")
    throw new InputError(`${file}: there is no such file; \`assay batch judge\` writes it`, { path: file });
  if (stored.state === "corrupt")
    throw new DamagedError(
      `${file}: ${stored.reason}; judge the experiment again, which costs nothing where calls are stored`,
      { path: file },
    );
  const result = stored.value as Partial<batch.BatchResult> | null;
  if (!batch.isBatchResult(result))
    throw new InputError(`${file}: is not a result of \`assay batch judge\``, { path: file });
  return result;
}
