import type { TrialKey } from "../records/index.ts";
import { occupantOf, type Store } from "../store/index.ts";
import type { TrialFingerprint } from "./identity.ts";

/** The image of the run stored for a trial; undefined when there is none, or it is damaged. */
export function storedImageId(store: Store, place: TrialKey): string | undefined {
  const runId = occupantOf(store, place);
  const stored = runId === null ? null : store.read("run", runId);
  if (!stored) return undefined;
  return (JSON.parse(stored.value.fingerprint) as TrialFingerprint).agent?.image_id ?? undefined;
}
