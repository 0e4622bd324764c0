import type { IterationResult, JudgeRunResult, TrialResult } from "../../../records/index.ts";
import type { TrialToJudge } from "./trial-to-judge.ts";

/** Of a trial, what its result may share with it. */
export interface HeldTrial {
  place: Pick<TrialToJudge["place"], "model_id" | "case_id">;
  identity: Pick<TrialToJudge["identity"], "run_id">;
}

/**
 * Puts results into the form in which a campaign holds all of them until its report: parts that are equal are one object, ids are those of
 * the plan, and every field lies in the object itself. A hundred thousand results then take 70 MB instead of 300 MB. Nobody may change one.
 *
 * @param filesOf asked when somebody looks at `files`, and not before: most readers never do, and the disk would be asked twice a trial
 */
export function openResultHolder(
  filesOf: (result: TrialResult) => TrialResult["files"],
): (result: TrialResult, trial: HeldTrial) => TrialResult {
  const parts = new Map<string, unknown>();
  const texts = new Map<string, unknown>();

  /** What the trial before had, by name: most often this one has the same. */
  const last: Record<string, unknown> = {};

  /** The first part that was equal to this one. Texts and arrays of texts too, as long as they are not all different. */
  function shared<Part>(name: string, part: Part): Part {
    if (part === null) return part;
    if (isEqual(part, last[name])) return last[name] as Part;
    const [known, text] = typeof part === "string" ? [texts, part] : [parts, JSON.stringify(part)];
    const found = known.get(text) ?? part;
    if (known.size < MOST_PARTS) known.set(text, found);
    last[name] = found;
    return found as Part;
  }

  const holdIteration = (iteration: IterationResult): IterationResult => ({
    repetition: iteration.repetition,
    status: iteration.status,
    aggregated: iteration.aggregated,
    score: iteration.score,
    dimensions: shared("iteration.dimensions", iteration.dimensions),
    attempts: iteration.attempts,
    repairs: shared("iteration.repairs", iteration.repairs),
    broken_answers: shared("iteration.broken_answers", iteration.broken_answers),
    problem: shared("iteration.problem", iteration.problem),
    grounding: shared("iteration.grounding", iteration.grounding),
    reused: iteration.reused,
    cost_usd: iteration.cost_usd,
    call_id: iteration.call_id,
  });

  const holdJudgeRun = (judgeRun: JudgeRunResult, result: TrialResult, held: TrialResult["dimensions"]) => ({
    judge_run_id: shared("judgeRun.judge_run_id", judgeRun.judge_run_id),
    judge_id: shared("judgeRun.judge_id", judgeRun.judge_id),
    score: judgeRun.score,
    passed: judgeRun.passed,
    dimensions: judgeRun.dimensions === result.dimensions ? held : shared("judgeRun.dimensions", judgeRun.dimensions),
    iterations: judgeRun.iterations.map(holdIteration),
  });

  const filesWhenAsked = {
    enumerable: true,
    configurable: true,
    get(this: TrialResult) {
      return filesOf(this);
    },
  };

  return (result, { place, identity }) => {
    const dimensions = shared("result.dimensions", result.dimensions);
    const held: Omit<TrialResult, "files"> = {
      model_id: place.model_id,
      case_id: place.case_id,
      repetition: result.repetition,
      state: result.state,
      reason: shared("result.reason", result.reason),
      names_itself: result.names_itself,
      run_status: result.run_status,
      run_id: result.run_id === identity.run_id ? identity.run_id : result.run_id,
      score: result.score,
      passed: result.passed,
      dimensions,
      judge_reason: shared("result.judge_reason", result.judge_reason),
      judge_runs: result.judge_runs.map((judgeRun) => holdJudgeRun(judgeRun, result, dimensions)),
      disagreement: result.disagreement,
      checks: shared("result.checks", result.checks),
      grounding: shared("result.grounding", result.grounding),
      run: result.run,
      judging: shared("result.judging", result.judging),
      warnings: shared("result.warnings", result.warnings),
    };
    return Object.defineProperty(held, "files", filesWhenAsked) as TrialResult;
  };
}

/** Parts that differ everywhere, such as the judges' words, must not be held a second time in vain. */
const MOST_PARTS = 2000;

/** Whether two values that came from JSON are the same. */
function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  // Without lists of keys: this is asked some ten times a trial.
  const [first, second] = [one as Record<string, unknown>, other as Record<string, unknown>];
  let more = 0;
  for (const key in first) {
    if (!Object.hasOwn(second, key) || !isEqual(first[key], second[key])) return false;
    more += 1;
  }
  for (const _ in second) more -= 1;
  return more === 0;
}
