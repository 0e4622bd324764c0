import type { RunArtifact, RunRecord, TrialKey } from "../records/index.ts";
import type { Store } from "../store/index.ts";

/** Writes run_N.json and the link to the trial's files, under the trial's own ids. */
export async function writeRunFile(
  store: Store,
  place: TrialKey,
  identity: RunArtifact["identity"],
  { artifact, fingerprint, files }: RunRecord,
): Promise<void> {
  const text = `${JSON.stringify({ ...artifact, identity, fingerprint }, null, 2)}\n`;
  await store.tree.writeRun(place, text, files);
}
