import type { RunArtifact, RunRecord } from "../records/index.ts";
import type { Store, TrialPlace } from "../store/index.ts";

/** Makes run_N.json, and the link to the files that the trial left, under the trial's own ids. */
export function writeRunFile(
  store: Store,
  place: TrialPlace,
  identity: RunArtifact["identity"],
  { artifact, fingerprint, files }: RunRecord,
): void {
  const text = `${JSON.stringify({ ...artifact, identity, fingerprint }, null, 2)}\n`;
  store.tree.writeRun(place, text, files);
}
