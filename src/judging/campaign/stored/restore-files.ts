import type { EvaluationRecord, RunArtifact, TrialKey } from "../../../records/index.ts";
import type { Store } from "../../../store/index.ts";
import { evaluationTexts } from "../files/evaluation-texts.ts";
import { readStoredEvaluation } from "./stored-evaluation.ts";

/** Makes the reading files of an evaluation from records alone; what is missing or damaged, by name, or null when all was there. */
export async function renderEvaluationFiles(
  store: Store,
  { place, artifact }: { place: TrialKey; artifact: RunArtifact },
  evaluationProfileFolder: string,
  record: EvaluationRecord,
): Promise<string | null> {
  const stored = readStoredEvaluation(store, artifact, record);
  if (!stored.ok) return stored.missing;
  await store.tree.writeEvaluation(place, evaluationProfileFolder, evaluationTexts(stored.parts, artifact));
  return null;
}
