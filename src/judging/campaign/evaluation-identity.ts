import type { EvaluationProfile } from "../../config/index.ts";
import { profileFolder } from "../../store/index.ts";
import { canonicalHash, sha256 } from "../../text/index.ts";
import type { PanelJudge } from "./panel.ts";

/**
 * Folder of an evaluation profile: its id, and what the judges are shown and asked. Repetitions, sample size, aggregation and security
 * policy are not part of it, so that changing them finds the verdicts that are there.
 */
export function evaluationProfileFolder(
  profile: EvaluationProfile,
  judges: PanelJudge[],
  systemPrompt: string,
): string {
  const { anchors, packet } = profile;
  const fingerprint = canonicalHash({
    fingerprint_version: 1,
    judges: judges.map(({ judge_id, model, options, gateway }) => ({
      judge_id,
      model,
      options,
      endpoint: gateway.endpoint,
    })),
    system_sha256: sha256(systemPrompt),
    anchors: anchors.enabled ? anchors.references.map(({ label, text }) => ({ label, text })) : [],
    max_characters: packet.max_characters,
  });
  return profileFolder(profile.evaluation_profile_id, fingerprint);
}
