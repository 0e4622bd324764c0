import type {
  Aggregation,
  CheckResult,
  EvaluationRecord,
  FinalIteration,
  FinalJudgeRun,
  FinalResult,
  IterationResult,
  RunArtifact,
  RunStatus,
  TrialResult,
} from "../../../records/index.ts";
import type { Iteration } from "../trial/aggregate-panel.ts";

export type IterationWords = Pick<Iteration, "verdict" | "evidence">;

/** The parts of a final result. It depends on records only, not on the time of composition. */
export interface FinalResultParts {
  identity: RunArtifact["identity"];
  runStatus: RunStatus;
  evaluationProfileId: string;
  aggregation: Aggregation;
  prompt: FinalResult["prompt"];
  result: TrialResult;
  judges: EvaluationRecord["judges"];
  /** The reasons behind the scores, by judge run and iteration. */
  words: IterationWords[][];
  checks: CheckResult[];
}

export function composeFinalResult(parts: FinalResultParts): FinalResult {
  const { identity, result, words } = parts;
  return {
    schema_version: 1,
    identity: {
      suite_id: identity.suite_id,
      run_profile_id: identity.run_profile_id,
      evaluation_profile_id: parts.evaluationProfileId,
      model_id: result.model_id,
      case_id: result.case_id,
      repetition: result.repetition,
      run_id: identity.run_id,
      run_status: parts.runStatus,
    },
    prompt: parts.prompt,
    state: result.state,
    reason: result.reason,
    final_score: result.score,
    judge_overall: judgeOverall(result, parts.aggregation),
    passed: result.passed,
    dimensions: result.dimensions,
    aggregation: parts.aggregation,
    judge_runs: result.judge_runs.map(
      (run, index): FinalJudgeRun => ({
        ...parts.judges[index]!,
        score: run.score,
        passed: run.passed,
        iterations: run.iterations.map((iteration, at) => finalIteration(words[index]![at]!, iteration)),
      }),
    ),
    disagreement: result.disagreement,
    grounding: result.grounding,
    checks: result.checks,
    check_results: parts.checks,
    warnings: result.warnings,
  };
}

/** Every method of aggregation passes exactly the scores that reach the threshold. */
function judgeOverall({ score }: TrialResult, { pass_threshold }: Aggregation): FinalResult["judge_overall"] {
  if (score === null) return null;
  return { score, passed: pass_threshold === null ? null : score >= pass_threshold };
}

function finalIteration(
  { verdict, evidence }: IterationWords,
  { reused: _, ...facts }: IterationResult,
): FinalIteration {
  return {
    ...facts,
    summary: verdict?.summary ?? null,
    reason: verdict?.overall.reason ?? null,
    evidence,
  };
}
