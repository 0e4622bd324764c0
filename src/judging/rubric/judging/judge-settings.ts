import { type EvaluationProfile, evaluationProfile } from "../../../config/index.ts";
import { readPrompt } from "../../../text/index.ts";
import type { Language } from "./language.ts";

/** The profile for `--model M`: one judge with everything at its default. */
export function singleJudgeProfile(model: string, repetitions: number): EvaluationProfile {
  return evaluationProfile.parse({
    schema_version: 1,
    evaluation_profile_id: "single_judge",
    title: model,
    judges: [{ judge_id: "judge", type: "llm_probe", model }],
    judge_runs: [{ judge_run_id: "judge", judge_id: "judge", repetitions }],
  });
}

/** Settings of an evaluation profile that apply to campaigns only, to be reported. */
export function unusedSettings({ aggregation, anchors, judge_runs }: EvaluationProfile): string[] {
  return [
    anchors.enabled ? "anchors" : "",
    aggregation.method !== "median" || aggregation.pass_threshold !== null ? "aggregation" : "",
    judge_runs.some(({ sample_size }) => sample_size !== null) ? "sample_size" : "",
  ].filter(Boolean);
}

/** Assay's prompts, or the user's own in their place. */
export async function systemPrompts(custom: string | null): Promise<Record<Language, string>> {
  if (custom !== null) return { zh: custom, en: custom };
  const [zh, en] = await Promise.all([readPrompt("rubric_judge.zh"), readPrompt("rubric_judge.en")]);
  return { zh, en };
}
