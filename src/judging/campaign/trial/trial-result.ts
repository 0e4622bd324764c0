import {
  type CheckResult,
  type ChecksResult,
  noticesOf,
  type RunArtifact,
  type RunFigures,
  type TrialKey,
  type TrialResult,
  type Verdict,
} from "../../../records/index.ts";
import { evaluationFiles, runFiles, type Store } from "../../../store/index.ts";
import type { PanelCall } from "../../panel/panel.ts";
import { NOTHING_QUOTED } from "../grounding/grounding-count.ts";
import type { BuiltPacket } from "../packet/build-packet.ts";
import type { PanelResult } from "./aggregate-panel.ts";

export function scoresOfPanel(
  panel: PanelResult,
  calls: PanelCall<Verdict>[],
): Partial<TrialResult> & Pick<TrialResult, "state" | "judging"> {
  const { aggregated, judge_runs, disagreement, grounding } = panel;
  const spent = (reused: boolean) => {
    const costs = calls.filter((call) => call.reused === reused).map(({ record }) => record.usage?.cost_usd ?? null);
    const known = costs.filter((cost) => cost !== null);
    return known.length === 0 ? null : known.reduce((sum, cost) => sum + cost, 0);
  };
  const answered = calls.filter(({ record }) => record.attempts.length > 0);
  const unscored = judge_runs.flatMap(({ iterations }) => iterations).find(({ problem }) => problem !== null);
  return {
    state: aggregated ? "scored" : "unscored",
    reason: aggregated
      ? null
      : `no judge gave a valid verdict; it is tried again next time. Last problem: ${unscored?.problem ?? "none"}`,
    score: aggregated?.overall.score ?? null,
    passed: aggregated?.overall.passed ?? null,
    dimensions: aggregated?.dimensions ?? null,
    judge_reason: aggregated ? closestReason(panel, aggregated.overall.score) : null,
    judge_runs,
    disagreement,
    grounding,
    judging: {
      calls_made: answered.filter(({ reused }) => !reused).length,
      calls_reused: answered.filter(({ reused }) => reused).length,
      new_usd: spent(false),
      reused_usd: spent(true),
    },
  };
}

function closestReason({ iterations }: PanelResult, score: number): string | null {
  const verdicts = iterations.flatMap((run) => run.iterations).flatMap(({ verdict }) => (verdict ? [verdict] : []));
  const distance = ({ overall }: (typeof verdicts)[number]) => Math.abs(overall.score - score);
  const [closest] = [...verdicts].sort((a, b) => distance(a) - distance(b));
  return closest?.overall.reason ?? closest?.summary ?? null;
}

export function warningsOf(panel: PanelResult, { fits, text }: Pick<BuiltPacket, "fits" | "text">): string[] {
  if (fits) return panel.warnings;
  const message = `the packet has ${text.length} characters, more than packet.max_characters: expectations, rubric and anchors are never cut`;
  return [...panel.warnings, message];
}

export function countChecks(checks: CheckResult[]): ChecksResult {
  const count = (outcome: CheckResult["outcome"]) => checks.filter((check) => check.outcome === outcome).length;
  return {
    passed: count("passed"),
    failed: count("failed"),
    error: count("error"),
    total: checks.length,
    outcomes: checks.map(({ check_id, outcome, required }) => ({ check_id, outcome, required })),
    not_passed: checks.flatMap(({ check_id, outcome, required, message }) =>
      outcome === "passed" ? [] : [{ check_id, outcome, required, message }],
    ),
  };
}

/**
 * Decides if a judged trial passes: by its score if there is a threshold, and by its required checks. An undecided required check
 * is not held against the subject, but does not let it pass either.
 */
export function passedWithChecks({ score, passed, checks }: Pick<TrialResult, "score" | "passed" | "checks">) {
  const required = checks.outcomes.filter((check) => check.required);
  if (passed === false || required.some(({ outcome }) => outcome === "failed")) return false;
  if (score === null || required.some(({ outcome }) => outcome === "error")) return null;
  return passed ?? (required.length > 0 ? true : null);
}

/** The result of a trial without judges: its checks decide, and it passes when every one of them does. */
export function checkedOnly(result: TrialResult): TrialResult {
  const { failed, error, total } = result.checks;
  const passed = failed > 0 ? false : error > 0 || total === 0 ? null : true;
  return { ...result, state: "checked", reason: "checked only, because the evaluation profile asks no judge", passed };
}

export function factsOfRun(
  artifact: RunArtifact,
  { reused }: { reused: boolean },
): Pick<TrialResult, "run_status" | "run_id" | "run" | "warnings"> {
  const { usage, timing, trace } = artifact;
  const run: RunFigures = {
    reused,
    cost_usd: usage?.cost_usd ?? null,
    latency_ms: timing.latency_ms,
    duration_ms: timing.duration_ms,
    prompt_tokens: usage?.prompt_tokens ?? null,
    completion_tokens: usage?.completion_tokens ?? null,
    tool_calls: trace.filter(({ kind }) => kind === "tool_call").length,
  };
  const warnings = [...unansweredCalls(artifact), ...noticesOf(artifact)];
  return { run_status: artifact.status, run_id: artifact.identity.run_id, run, warnings };
}

/** Unanswered calls, reported to the author of the tool's answers. */
function unansweredCalls({ trace }: RunArtifact): string[] {
  return trace.flatMap((event) =>
    event.kind === "runner_event" && event.event === "tool_call_unanswered" ? [event.message] : [],
  );
}

/** The existing files to read further. */
export function filesOf({ tree }: Store, place: TrialKey, evaluationProfileFolder: string): TrialResult["files"] {
  return {
    run: tree.hasRun(place) ? runFiles(place).record : null,
    evaluation: tree.hasEvaluation(place, evaluationProfileFolder)
      ? evaluationFiles(place, evaluationProfileFolder).summary
      : null,
  };
}

/** A result as a later command reports it: everything reused, nothing newly paid. */
export function asStored(result: TrialResult): TrialResult {
  const { judging, run, judge_runs } = result;
  const costs = [judging.new_usd, judging.reused_usd].filter((cost) => cost !== null);
  return {
    ...result,
    run: run && { ...run, reused: true },
    judge_runs: judge_runs.map((judgeRun) => ({
      ...judgeRun,
      iterations: judgeRun.iterations.map((iteration) => ({ ...iteration, reused: true })),
    })),
    judging: {
      calls_made: 0,
      calls_reused: judging.calls_made + judging.calls_reused,
      new_usd: null,
      reused_usd: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
    },
    files: { run: null, evaluation: null },
  };
}

export function emptyResult(
  { model_id, case_id, repetition }: Pick<TrialKey, "model_id" | "case_id" | "repetition">,
  state: TrialResult["state"],
  reason: string | null,
): TrialResult {
  return {
    model_id,
    case_id,
    repetition,
    state,
    reason,
    names_itself: false,
    run_status: null,
    run_id: null,
    score: null,
    passed: null,
    dimensions: null,
    judge_reason: null,
    judge_runs: [],
    disagreement: null,
    checks: countChecks([]),
    grounding: NOTHING_QUOTED,
    run: null,
    judging: { calls_made: 0, calls_reused: 0, new_usd: null, reused_usd: null },
    files: { run: null, evaluation: null },
    warnings: [],
  };
}
