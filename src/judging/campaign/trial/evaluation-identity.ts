import { type EvaluationProfile, hashOfForm, type LoadedCase } from "../../../config/index.ts";
import { type KeptJudge, profileFolder } from "../../../records/index.ts";
import { canonicalHash, packageVersion, sha256 } from "../../../text/index.ts";
import type { ResolvedJudge } from "../../panel/judges.ts";
import { checksFingerprint } from "./checks-of-run.ts";
import type { SeenFiles } from "./files-of-checks.ts";

/**
 * Folder of an evaluation profile: its id, and a hash of everything judges are shown and asked. Excludes repetitions, sample
 * size, aggregation and security policy, so that changing them finds the existing verdicts.
 */
export function evaluationProfileFolder(
  profile: EvaluationProfile,
  judges: readonly ResolvedJudge[],
  systemPrompt: string,
): string {
  const { anchors, packet } = profile;
  return profileFolder(
    profile.evaluation_profile_id,
    judgingFingerprint({
      judges: judges.map(({ gateway, ...judge }) => ({ ...judge, endpoint: gateway.endpoint })),
      system_sha256: sha256(systemPrompt),
      anchors: anchors.enabled ? anchors.references.map(({ label, text }) => ({ label, text })) : [],
      max_characters: packet.max_characters,
    }),
  );
}

/** Everything judges are shown and asked: the part of an evaluation profile that names it in a store. */
export interface NamedJudging {
  judges: readonly Pick<KeptJudge, "judge_id" | "model" | "options" | "endpoint">[];
  system_sha256: string;
  anchors: readonly { label: string; text: string }[];
  max_characters: number;
}

/** The hash whose first eight digits are in the name of an evaluation profile's folder. */
export function judgingFingerprint({ judges, ...shown }: NamedJudging): string {
  return canonicalHash({
    fingerprint_version: 1,
    judges: judges.map(({ judge_id, model, options, endpoint }) => ({ judge_id, model, options, endpoint })),
    ...shown,
  });
}

/** The identities of one trial's evaluation. */
export interface EvaluationKeys {
  /** Hash of everything that decides the result: the run, the case, the files its checks read, the profile, and this version of Assay. */
  evaluation_id: string;
  /** Computed on demand; null for a case without checks. */
  checks_id: () => string | null;
}

/** The suite's names for a subject besides its id, and their hash. */
export interface CalledNames {
  /** Its model's label and requested names. */
  names: readonly string[];
  /** Its variant's id and label; empty without one. */
  variants: readonly string[];
  sha256: string;
}

export interface EvaluationIdentities {
  /**
   * Synchronous if no file has to be read.
   *
   * @param place of the evaluation, whose names are removed from what the judge sees
   * @param called the suite's other names of the model, removed as well
   */
  keysOf(
    run: { sha256: string },
    place: string,
    called: CalledNames,
    loadedCase: LoadedCase,
  ): EvaluationKeys | Promise<EvaluationKeys>;
}

/**
 * Computes identities of evaluations; shared parts are hashed once. They cover everything that could change a packet, a verdict's
 * reading or the aggregation, so that a stored result can be shown without composing anything again.
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
  const seen: SeenFiles = new Map();
  const ofCase = new Map<LoadedCase, CaseParts | Promise<CaseParts>>();
  function partsOf(loadedCase: LoadedCase): CaseParts | Promise<CaseParts> {
    const known = ofCase.get(loadedCase);
    if (known) return known;
    const told = toldOf(loadedCase);
    const fingerprint = checksFingerprint(loadedCase, security_policy, seen);
    const parts =
      fingerprint instanceof Promise
        ? fingerprint.then((checks) => {
            ofCase.set(loadedCase, { told, checks });
            return { told, checks };
          })
        : { told, checks: fingerprint };
    ofCase.set(loadedCase, parts);
    return parts;
  }
  return {
    keysOf({ sha256: run }, place, called, loadedCase) {
      const keys = ({ told, checks }: CaseParts): EvaluationKeys => ({
        // The place comes last, because only it may contain anything.
        evaluation_id: sha256(`${judging} ${run} ${told} ${checks} ${called.sha256} ${place}`),
        checks_id: () => checks && sha256(`${run} ${checks}`),
      });
      const parts = partsOf(loadedCase);
      return parts instanceof Promise ? parts.then(keys) : keys(parts);
    },
  };
}

/** Hash of the case, and of its messages as sent if the case itself does not determine them. */
function toldOf({ case: testCase, messages, turns }: LoadedCase): string {
  const { input } = testCase;
  const isFromFile = ({ source }: { source?: unknown }) => source !== undefined;
  if (!input.messages.some(isFromFile) && !input.turns.some(isFromFile)) return hashOfForm(testCase);
  return sha256(JSON.stringify([testCase, messages, turns]));
}

/** The part that all trials of a case share. */
interface CaseParts {
  told: string;
  checks: string | null;
}
