import type { EvaluationProfile } from "../../config/index.ts";
import type { FinalIteration, FinalJudgeRun, FinalResult, RunArtifact, TrialResult } from "../../records/index.ts";
import type { PanelResult } from "./aggregate-panel.ts";

/** The evaluation record of one trial. It depends on the run, the case, the profile and the verdicts, not on when it is composed. */
export function composeFinalResult(
  artifact: RunArtifact,
  result: TrialResult,
  panel: PanelResult,
  profile: EvaluationProfile,
  prompt: FinalResult["prompt"],
): FinalResult {
  const { suite_id, run_profile_id, run_id } = artifact.identity;
  return {
    schema_version: 1,
    identity: {
      suite_id,
      run_profile_id,
      evaluation_profile_id: profile.evaluation_profile_id,
      model_id: result.model_id,
      case_id: result.case_id,
      repetition: result.repetition,
      run_id,
      run_status: artifact.status,
    },
    prompt,
    state: result.state,
    reason: result.reason,
    final_score: result.score,
    judge_overall: result.score === null ? null : { score: result.score, passed: result.passed },
    dimensions: result.dimensions,
    aggregation: profile.aggregation,
    judge_runs: panel.iterations.map(({ judge, iterations }, index): FinalJudgeRun => {
      const run = panel.judge_runs[index]!;
      return {
        judge_run_id: judge.judge_run_id,
        judge_id: judge.judge_id,
        model: judge.model,
        offline: judge.gateway.offline,
        score: run.score,
        passed: run.passed,
        iterations: iterations.map(finalIteration),
      };
    }),
    disagreement: result.disagreement,
    grounding: result.grounding,
    checks: result.checks,
    warnings: result.warnings,
  };
}

function finalIteration({
  result: { reused: _, ...facts },
  verdict,
  evidence,
}: PanelResult["iterations"][number]["iterations"][number]): FinalIteration {
  return {
    ...facts,
    summary: verdict?.summary ?? null,
    reason: verdict?.overall.reason ?? null,
    evidence,
  };
}
