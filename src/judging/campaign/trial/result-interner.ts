import type { IterationResult, JudgeRunResult, TrialResult } from "../../../records/index.ts";

/** Ids that a result shares with its plan or list of trials. */
type SharedIds = Pick<TrialResult, "model_id" | "case_id" | "run_id">;

/**
 * Creates a function that interns results: parts that are equal become one object, ids are those of the plan, and every field is in the object
 * itself. A hundred thousand results then take 70 MB instead of 300 MB. Interned results must not be changed.
 *
 * @param filesOf called when `files` is read, which most readers never do: the disk would be asked twice a trial
 */
export function createResultInterner(
  filesOf: (result: TrialResult) => TrialResult["files"],
): (result: TrialResult, ids: SharedIds) => TrialResult {
  const known: KnownParts = { parts: new Map(), texts: new Map(), last: {} };
  const lazyFiles = {
    enumerable: true,
    configurable: true,
    get(this: TrialResult) {
      return filesOf(this);
    },
  };
  return (result, ids) => Object.defineProperty(internResult(result, ids, known), "files", lazyFiles) as TrialResult;
}

/** The first of all equal parts. */
interface KnownParts {
  parts: Map<string, unknown>;
  texts: Map<string, unknown>;
  /** The parts of the trial before, by name: most often this one has the same. */
  last: Record<string, unknown>;
}

function internResult(result: TrialResult, ids: SharedIds, known: KnownParts): Omit<TrialResult, "files"> {
  const dimensions = share("result.dimensions", result.dimensions, known);
  return {
    model_id: ids.model_id,
    case_id: ids.case_id,
    repetition: result.repetition,
    state: result.state,
    reason: share("result.reason", result.reason, known),
    names_itself: result.names_itself,
    run_status: result.run_status,
    run_id: result.run_id === ids.run_id ? ids.run_id : result.run_id,
    score: result.score,
    passed: result.passed,
    dimensions,
    judge_reason: share("result.judge_reason", result.judge_reason, known),
    judge_runs: result.judge_runs.map((judgeRun) => {
      const isSame = judgeRun.dimensions === result.dimensions;
      return internJudgeRun(isSame ? { ...judgeRun, dimensions } : judgeRun, known);
    }),
    disagreement: result.disagreement,
    checks: share("result.checks", result.checks, known),
    grounding: share("result.grounding", result.grounding, known),
    run: result.run,
    judging: share("result.judging", result.judging, known),
    warnings: share("result.warnings", result.warnings, known),
  };
}

function internJudgeRun(judgeRun: JudgeRunResult, known: KnownParts): JudgeRunResult {
  return {
    judge_run_id: share("judgeRun.judge_run_id", judgeRun.judge_run_id, known),
    judge_id: share("judgeRun.judge_id", judgeRun.judge_id, known),
    score: judgeRun.score,
    passed: judgeRun.passed,
    dimensions: share("judgeRun.dimensions", judgeRun.dimensions, known),
    iterations: judgeRun.iterations.map((iteration) => internIteration(iteration, known)),
  };
}

function internIteration(iteration: IterationResult, known: KnownParts): IterationResult {
  return {
    repetition: iteration.repetition,
    status: iteration.status,
    aggregated: iteration.aggregated,
    score: iteration.score,
    dimensions: share("iteration.dimensions", iteration.dimensions, known),
    attempts: iteration.attempts,
    repairs: share("iteration.repairs", iteration.repairs, known),
    broken_answers: share("iteration.broken_answers", iteration.broken_answers, known),
    problem: share("iteration.problem", iteration.problem, known),
    grounding: share("iteration.grounding", iteration.grounding, known),
    reused: iteration.reused,
    cost_usd: iteration.cost_usd,
    call_id: iteration.call_id,
  };
}

/** The first part equal to this one. Also for texts and arrays of texts, unless they are all different. */
function share<Part>(name: string, part: Part, { parts, texts, last }: KnownParts): Part {
  if (part === null) return part;
  if (isEqual(part, last[name])) return last[name] as Part;
  const [same, text] = typeof part === "string" ? [texts, part] : [parts, JSON.stringify(part)];
  const found = same.get(text) ?? part;
  if (same.size < MOST_PARTS) same.set(text, found);
  last[name] = found;
  return found as Part;
}

/** Limits the memory for parts that differ everywhere, such as the judges' words. */
const MOST_PARTS = 2000;

/** Compares two values that came from JSON. */
function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  // Avoids lists of keys: this runs some ten times per trial.
  const [first, second] = [one as Record<string, unknown>, other as Record<string, unknown>];
  let more = 0;
  for (const key in first) {
    if (!Object.hasOwn(second, key) || !isEqual(first[key], second[key])) return false;
    more += 1;
  }
  for (const _ in second) more -= 1;
  return more === 0;
}
