import type { IterationResult, JudgeRunResult, TrialResult } from "../../records/index.ts";
import type { TrialToJudge } from "./evaluate-trial.ts";

/**
 * Puts results into the form in which a campaign holds all of them until its report: parts that are equal are one object, ids are those of
 * the plan, and every field lies in the object itself. A hundred thousand results then take 70 MB instead of 300 MB. Nobody may change one.
 */
export function openResultHolder(): (result: TrialResult, trial: TrialToJudge) => TrialResult {
  const parts = new Map<string, unknown>();
  const texts = new Map<string, unknown>();

  /** The first part that was equal to this one. Texts and arrays of texts too, as long as they are not all different. */
  function shared<Part>(part: Part): Part {
    if (part === null) return part;
    const [known, text] = typeof part === "string" ? [texts, part] : [parts, JSON.stringify(part)];
    const found = known.get(text);
    if (found !== undefined) return found as Part;
    if (known.size < MOST_PARTS) known.set(text, part);
    return part;
  }

  const holdIteration = (iteration: IterationResult): IterationResult => ({
    repetition: iteration.repetition,
    status: iteration.status,
    aggregated: iteration.aggregated,
    score: iteration.score,
    dimensions: shared(iteration.dimensions),
    attempts: iteration.attempts,
    repairs: shared(iteration.repairs),
    problem: shared(iteration.problem),
    grounding: shared(iteration.grounding),
    reused: iteration.reused,
    cost_usd: iteration.cost_usd,
    call_id: iteration.call_id,
  });

  const holdJudgeRun = (judgeRun: JudgeRunResult, result: TrialResult, held: TrialResult["dimensions"]) => ({
    judge_run_id: shared(judgeRun.judge_run_id),
    judge_id: shared(judgeRun.judge_id),
    score: judgeRun.score,
    passed: judgeRun.passed,
    dimensions: judgeRun.dimensions === result.dimensions ? held : shared(judgeRun.dimensions),
    iterations: judgeRun.iterations.map(holdIteration),
  });

  return (result, { place, identity }) => {
    const dimensions = shared(result.dimensions);
    return {
      model_id: place.modelId,
      case_id: place.caseId,
      repetition: result.repetition,
      state: result.state,
      reason: shared(result.reason),
      run_status: result.run_status,
      run_id: result.run_id === identity.run_id ? identity.run_id : result.run_id,
      score: result.score,
      passed: result.passed,
      dimensions,
      judge_reason: shared(result.judge_reason),
      judge_runs: result.judge_runs.map((judgeRun) => holdJudgeRun(judgeRun, result, dimensions)),
      disagreement: result.disagreement,
      checks: shared(result.checks),
      grounding: shared(result.grounding),
      run: result.run,
      judging: shared(result.judging),
      // Where there are files, every trial has its own.
      files: result.files.run === null && result.files.evaluation === null ? NO_FILES : result.files,
      warnings: shared(result.warnings),
    };
  };
}

const NO_FILES: TrialResult["files"] = { run: null, evaluation: null };

/** Parts that differ everywhere, such as the judges' words, must not be held a second time in vain. */
const MOST_PARTS = 2000;
