import type { EvaluationProfile, LoadedCase } from "../../config/index.ts";
import { profileFolder } from "../../store/index.ts";
import { canonicalHash, packageVersion, sha256 } from "../../text/index.ts";
import type { ResolvedJudge } from "../panel/index.ts";
import { checksFingerprint } from "./checks-of-run.ts";

/**
 * Folder of an evaluation profile: its id, and what the judges are shown and asked. Repetitions, sample size, aggregation and security
 * policy are not part of it, so that changing them finds the verdicts that are there.
 */
export function evaluationProfileFolder(
  profile: EvaluationProfile,
  judges: readonly ResolvedJudge[],
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

/** What one trial's evaluation is known by. */
export interface EvaluationKeys {
  /** Everything that decides the result: the run, the case, the files its checks read, the profile, and this version of Assay. */
  evaluation_id: string;
  /** Null for a case without checks. */
  checks_id: string | null;
}

export interface EvaluationIdentities {
  /** @param place of the evaluation: its names are taken out of what the judge sees */
  keysOf(run: { sha256: string }, place: string, loadedCase: LoadedCase): Promise<EvaluationKeys>;
}

/**
 * Computes identities of evaluations; what trials share is hashed once. Whatever could change a packet, a verdict's reading or the
 * aggregation is part of it, so that a stored result can be shown without composing anything again.
 */
export function evaluationIdentities(
  profile: EvaluationProfile,
  judges: readonly ResolvedJudge[],
  systemPrompt: string,
): EvaluationIdentities {
  const { aggregation, anchors, packet, security_policy } = profile;
  const judging = canonicalHash({
    version: packageVersion(),
    judges: judges.map(({ gateway, timeout_seconds: _, retries: __, ...judge }) => ({
      ...judge,
      endpoint: gateway.endpoint,
    })),
    system_sha256: sha256(systemPrompt),
    aggregation,
    anchors,
    packet,
    security_policy,
  });
  const ofCase = new WeakMap<LoadedCase, Promise<{ told: string; checks: string | null }>>();
  const caseParts = async (loadedCase: LoadedCase) => ({
    told: sha256(JSON.stringify([loadedCase.case, loadedCase.messages, loadedCase.turns])),
    checks: await checksFingerprint(loadedCase, security_policy),
  });
  return {
    async keysOf({ sha256: run }, place, loadedCase) {
      const known = ofCase.get(loadedCase) ?? caseParts(loadedCase);
      ofCase.set(loadedCase, known);
      const { told, checks } = await known;
      const checks_id = checks && sha256(`${run} ${checks}`);
      return { evaluation_id: sha256(JSON.stringify([judging, run, told, checks_id, place])), checks_id };
    },
  };
}
