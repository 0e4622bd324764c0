import type { PlannedTrial } from "../../../campaign/index.ts";
import { declaredCheck } from "../../../checks/index.ts";
import type { CampaignConfig, LoadedCase, LoadedEvaluationProfile } from "../../../config/index.ts";
import {
  beginningOfHash,
  type CampaignListing,
  type CampaignName,
  type CheckResult,
  type Finding,
  type KeptJudging,
  type KeptPlan,
} from "../../../records/index.ts";
import { listTrials, type Store } from "../../../store/index.ts";
import { canonicalHash, packageVersion, type Redactor, redactJson } from "../../../text/index.ts";
import type { ResolvedJudge } from "../../panel/judges.ts";
import { expectedOfCase } from "../packet/evaluation-target.ts";
import type { Packet } from "../packet/packet.ts";
import { namesOfSubjects } from "./names-of-subjects.ts";

interface JudgingSource {
  config: CampaignConfig;
  evaluation: LoadedEvaluationProfile;
  judges: readonly ResolvedJudge[];
  redact: Redactor;
}

/** The parts of an evaluation profile that decide what judges are shown and how their answers count. */
export function keptJudging({ config, evaluation, judges, redact }: JudgingSource): KeptJudging {
  const { aggregation, anchors, packet, security_policy } = evaluation.profile;
  const calledAs = namesOfSubjects(config.subjects);
  const kept: KeptJudging = {
    assay_version: packageVersion(),
    judges: judges.map(({ judge_run_id, judge_id, model, gateway, options, repetitions, sample_size }) => ({
      ...{ judge_run_id, judge_id, model },
      ...{ endpoint: gateway.endpoint, offline: gateway.offline },
      ...{ options, repetitions, sample_size },
    })),
    aggregation,
    anchors: anchors.enabled ? anchors.references.map(({ label, text }) => ({ label, text })) : [],
    max_characters: packet.max_characters,
    redact_secrets: security_policy.redact_secrets,
    called: Object.fromEntries(
      config.subjects.map(({ model: { model_id } }) => {
        const { names, variants } = calledAs(model_id);
        return [model_id, { names, variants }];
      }),
    ),
  };
  return redactJson(kept, redact);
}

/**
 * The trials planned now or earlier. A command may select some of them, and an older version stored no plan: then the judged
 * trials count as planned.
 */
export function keptPlan(
  store: Store,
  name: CampaignName,
  planned: readonly PlannedTrial[],
  before: KeptPlan | undefined,
): KeptPlan {
  const plan: KeptPlan = before ?? {};
  const add = (model_id: string, case_id: string, repetition: number, run_id: string) => {
    plan[model_id] ??= {};
    plan[model_id][case_id] ??= {};
    plan[model_id][case_id][repetition] = beginningOfHash(run_id);
  };
  if (before === undefined)
    for (const { model_id, case_id, repetition, run_id, evaluation } of listTrials(store, name))
      if (evaluation !== null) add(model_id, case_id, repetition, run_id);
  for (const { place, runId } of planned) add(place.model_id, place.case_id, place.repetition, runId);
  return plan;
}

/** By case, the hashes of the expected answer and of its checks. */
export function keptCases(
  planned: readonly PlannedTrial[],
  redact: Redactor,
  before: Pick<CampaignListing, "expected" | "checks">,
): Required<Pick<CampaignListing, "expected" | "checks">> {
  const [expected, checks] = [{ ...before.expected }, { ...before.checks }];
  let last: LoadedCase | null = null;
  for (const { question } of planned) {
    const { loadedCase } = question.trial;
    if (loadedCase.case === last?.case) continue;
    last = loadedCase;
    const { case_id, deterministic_checks } = loadedCase.case;
    expected[case_id] = hashOfExpected(redactJson(expectedOfCase(loadedCase.case), redact));
    checks[case_id] = hashOfChecks(redactJson(deterministic_checks.map(declaredCheck), redact));
  }
  return { expected, checks };
}

/** Hash of the expected answer as shown to a judge. */
export function hashOfExpected({
  expectations,
  rubric,
}: Pick<Packet["evaluation_target"], "expectations" | "rubric">): string {
  return beginningOfHash(canonicalHash({ expectations, ...(rubric === undefined ? {} : { rubric }) }));
}

/** Hash of everything in check results but the findings. */
export function hashOfChecks(checks: readonly Omit<CheckResult, keyof Finding>[]): string {
  return beginningOfHash(
    canonicalHash(
      checks.map(({ check_id, kind, dimensions, required, not = false }) => {
        return { check_id, kind, dimensions, required, not };
      }),
    ),
  );
}
