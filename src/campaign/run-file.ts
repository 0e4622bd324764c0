import type { RunArtifact, RunRecord, TrialKey } from "../records/index.ts";
import type { Store } from "../store/index.ts";

/** Makes run_N.json, and the link to the files that the trial left, under the trial's own ids. */
export async function writeRunFile(
  store: Store,
  place: TrialKey,
  identity: RunArtifact["identity"],
  { artifact, fingerprint, files }: RunRecord,
): Promise<void> {
  const text = `${JSON.stringify({ ...artifact, identity, fingerprint }, null, 2)}\n`;
  await store.tree.writeRun(place, text, files);
}
