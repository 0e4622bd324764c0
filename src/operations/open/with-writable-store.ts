import { LockedError, StorageError, StoreNotWritableError } from "../../errors/index.ts";
import type { Gateways } from "../../gateway/index.ts";
import { diskProblem, lockHolder, pruningLock, tryWriting } from "../../store/index.ts";

/**
 * Runs work that stores results in a folder. Checks that the disk is writable before anything is asked, and turns later disk errors into
 * sentences.
 *
 * @throws OperationError when the disk refused and nothing was spent
 * @throws StorageError when something was
 */
export async function withWritableStore<Result>(
  outputs: string,
  gateways: Pick<Gateways, "hasAsked">,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    refusePruning(outputs);
    tryWriting(outputs);
    return await work();
  } catch (error) {
    const problem = error instanceof StorageError ? error.message : diskProblem(error);
    if (problem === null) throw error;
    if (!gateways.hasAsked())
      throw new StoreNotWritableError(
        `results cannot be written to ${outputs}: ${problem}`,
        { outputs },
        { cause: error },
      );
    throw error instanceof StorageError
      ? error
      : new StorageError(sentenceAbout(problem, outputs), { outputs }, { cause: error });
  }
}

/** Reused records could be removed at any moment. */
function refusePruning(outputs: string): void {
  const holder = lockHolder(pruningLock(outputs));
  if (holder)
    throw new LockedError(
      `process ${holder.pid} on ${holder.host} is removing records from ${outputs} (assay store prune); wait for it to end`,
      { pid: holder.pid, host: holder.host },
    );
}

function sentenceAbout(problem: string, outputs: string): string {
  return `results can no longer be written to ${outputs}: ${problem}. What was stored before is whole; the same command continues from there.`;
}
