import {
  type EvaluationRecord,
  evaluationPlace,
  type RunArtifact,
  type TrialKey,
  type TrialResult,
  type Verdict,
} from "../../records/index.ts";
import type { PanelCall } from "../panel/panel.ts";
import { evaluationTexts } from "./files/evaluation-texts.ts";
import type { BuiltPacket } from "./packet/build-packet.ts";
import { type PanelResult, placesOfEvidence } from "./trial/aggregate-panel.ts";
import type { CheckedRun } from "./trial/checks-of-run.ts";
import type { EvaluationKeys } from "./trial/evaluation-identity.ts";
import { asStored } from "./trial/trial-result.ts";
import type { EvaluationSurroundings } from "./trial/trial-to-judge.ts";

/** The basis of an evaluation. */
interface Judged {
  packet: BuiltPacket;
  calls: PanelCall<Verdict>[];
  judged: PanelResult;
  checks: CheckedRun;
  keys: EvaluationKeys;
}

/**
 * Stores an evaluation. Files for reading come first and the record last, so that an existing record implies that everything it
 * refers to exists.
 */
export async function keepEvaluation(
  place: TrialKey,
  artifact: RunArtifact,
  result: TrialResult,
  { packet, calls, judged, checks, keys }: Judged,
  { store, profile, system, panel, files, evaluationProfileFolder: folder }: EvaluationSurroundings,
): Promise<void> {
  const record: EvaluationRecord = {
    schema_version: 2,
    prompt: { user_sha256: packet.sha256, system_sha256: system.sha256 },
    checks: checks.results,
    checks_settled: checks.settled,
    evaluation_profile_id: profile.evaluation_profile_id,
    aggregation: profile.aggregation,
    judges: panel.judges.map(({ judge_run_id, judge_id, model, gateway }) => ({
      judge_run_id,
      judge_id,
      model,
      offline: gateway.offline,
    })),
    result: asStored(result),
    evidence_places: judged.iterations.map(({ iterations }) =>
      iterations.map(({ evidence }) => evidence && placesOfEvidence(evidence)),
    ),
  };
  if (files)
    await store.tree.writeEvaluation(
      place,
      folder,
      evaluationTexts(
        {
          identity: artifact.identity,
          runStatus: artifact.status,
          record,
          packet: packet.packet,
          user: packet.text,
          calls: calls
            .filter((call) => call.record.result.status !== "not_asked")
            .map(({ judge, repetition, record: call }) => ({
              judge_run_id: judge.judge_run_id,
              judge_id: judge.judge_id,
              judge_repetition: repetition,
              record: call,
            })),
          words: judged.iterations.map(({ iterations }) => iterations),
        },
        artifact,
      ),
    );
  store.append({
    kind: "evaluation",
    key: keys.evaluation_id,
    place: evaluationPlace(place, folder),
    value: record,
  });
}
