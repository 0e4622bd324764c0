import type { EvaluationRecord, RunArtifact, TrialKey } from "../../../records/index.ts";
import { currentRun, type Store } from "../../../store/index.ts";
import { evaluationTexts } from "../files/evaluation-texts.ts";
import { readStoredEvaluation } from "./stored-evaluation.ts";

/** Makes the reading files of an evaluation from records alone; what is missing or damaged, by name, or null when all was there. */
export async function renderEvaluationFiles(
  store: Store,
  { place, identity }: { place: TrialKey; identity: RunArtifact["identity"] },
  evaluationProfileFolder: string,
  record: EvaluationRecord,
): Promise<string | null> {
  const stored = readStoredEvaluation(store, identity, record);
  if (!stored.ok) return stored.missing;
  const run = currentRun(store, identity.run_id);
  const artifact = run && store.readEntry(run)?.artifact;
  if (!artifact) return `the run ${identity.run_id}`;
  await store.tree.writeEvaluation(place, evaluationProfileFolder, evaluationTexts(stored.parts, artifact));
  return null;
}
