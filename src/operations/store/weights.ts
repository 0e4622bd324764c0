import type { ShardWeights } from "../../config/index.ts";
import { NothingStoredError } from "../../errors/index.ts";
import { isReusable, readRunPlace } from "../../records/index.ts";
import { openStore } from "../../store/index.ts";
import type { Surroundings } from "../controls.ts";
import { findStoreOfWorkspace } from "../open/store-of-workspace.ts";

/**
 * Computes the durations of trials by subject and case, for a file that makes shards on several machines take equally long.
 *
 * @example
 * const { weights } = await storeWeights();
 * console.log(weights);
 */
export async function storeWeights(options: Surroundings = {}): Promise<ShardWeights> {
  const outputs = await findStoreOfWorkspace(options);
  const store = openStore(outputs);
  try {
    const taken = new Map<string, Map<string, number[]>>();
    for (const { place, facts } of store.places("run")) {
      if (!isReusable(facts.status)) continue;
      const { model_id, case_id } = readRunPlace(place!);
      const cases = taken.get(model_id) ?? new Map<string, number[]>();
      taken.set(model_id, cases.set(case_id, [...(cases.get(case_id) ?? []), facts.duration_ms]));
    }
    if (taken.size === 0)
      throw new NothingStoredError(`there are no finished runs in ${outputs} to take weights from`, { campaign: null });
    const weights = Object.fromEntries(
      sorted(taken).map(([subject, cases]) => [
        subject,
        Object.fromEntries(sorted(cases).map(([caseId, durations]) => [caseId, averageMilliseconds(durations)])),
      ]),
    );
    return { schema_version: 1, kind: "shard_weights", unit: "milliseconds", weights };
  } finally {
    await store.close();
  }
}

/** Sorts by name, so that the file changes only with its weights. */
function sorted<Value>(values: Map<string, Value>): [string, Value][] {
  return [...values].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** At least one millisecond, as every trial takes some work. */
function averageMilliseconds(durations: readonly number[]): number {
  return Math.max(1, Math.round(durations.reduce((sum, each) => sum + each, 0) / durations.length));
}
