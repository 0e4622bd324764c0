import { dirname, join } from "node:path";
import type { TrialOutcome } from "../campaign/index.ts";
import type { LoadedEvaluationProfile } from "../config/index.ts";
import type { EvaluateOptions, EvaluationEvent } from "../judging/index.ts";
import { formatFixed } from "../presentation/index.ts";
import type { JudgedCampaign, TrialResult } from "../records/index.ts";
import { EXIT, type ExitCode, UsageError } from "./exit-codes.ts";
import { type JudgingWords, loadEvaluation, showReport } from "./judging-words.ts";
import { type OpenedCampaign, openCampaign } from "./open-campaign.ts";
import type { Progress } from "./progress.ts";
import type { Terminal } from "./terminal.ts";

/** `assay eval`: runs what is missing, judges what is not judged yet, and reports. */
export async function judgeCampaign(terminal: Terminal, words: JudgingWords): Promise<ExitCode> {
  const { runCampaign } = await import("../campaign/index.ts");
  const { createCostLimit, evaluateCampaign, trialsOfOutcomes } = await import("../judging/index.ts");
  const { composeCampaignReport } = await import("../report/index.ts");
  const { campaignProgress } = await import("./campaign-progress.ts");
  const { listenForInterrupt } = await import("./interrupt.ts");
  const { openProgress } = await import("./progress.ts");
  const { openRunners } = await import("./open-runners.ts");

  // A mistake in the evaluation profile must not be noticed after the runs have been paid for.
  const evaluation = await loadEvaluation(terminal, words);
  const opened = await openCampaign(terminal, words);
  const progress = openProgress(terminal, { quiet: words.quiet });
  const interrupt = listenForInterrupt(progress.note);
  try {
    const runners = await openRunners(opened, { note: progress.note, interrupt });
    await refuseUnreachableJudges(opened, evaluation, runners.chooseSandbox);
    const run = await runCampaign(opened.config, {
      ...opened.planOptions,
      ...runners,
      ...interrupt,
      onEvent: campaignProgress(progress),
    });
    if (!run.ok && interrupt.noNewWork.aborted) return interrupted(progress);
    if (!run.ok) throw new UsageError(run.problems.join("\n"));
    if (run.stopped?.kind === "interrupted") return interrupted(progress);
    const costLimit = createCostLimit(words.maxJudgingCostUsd ?? null);
    const judged = await evaluateCampaign({
      ...evaluateOptions(opened, evaluation, runners.chooseSandbox),
      trials: trialsOfOutcomes(run.outcomes),
      mode: "judge",
      force: words.force,
      costLimit,
      noNewWork: interrupt.noNewWork,
      signal: interrupt.signal,
      onEvent: judgingProgress(progress, run.outcomes),
    });
    if (!judged.ok) throw new UsageError(judged.problems.join("\n"));
    if (interrupt.noNewWork.aborted) return interrupted(progress);
    progress.end();
    const stopped = costLimit.stopReason();
    if (stopped !== null) terminal.err(`Judging ${stopped}. The same command with a higher limit goes on from there.`);
    return await showReport(
      terminal,
      composeCampaignReport(judged.result),
      words,
      chartPath(words, opened, judged.result),
    );
  } finally {
    progress.end();
    interrupt.dispose();
    await opened.gateways.close();
  }
}

function evaluateOptions(
  { config, env, gateways, planOptions }: OpenedCampaign,
  evaluation: LoadedEvaluationProfile,
  chooseSandbox: EvaluateOptions["chooseSandbox"],
): Omit<EvaluateOptions, "trials" | "mode"> {
  return { config, evaluation, outputs: planOptions.outputs, gateways, env, chooseSandbox };
}

/**
 * A judge without a key is an error before the first run is paid for, unless nobody has to be asked, because everything is stored: then a
 * store can be looked at and aggregated anew without any key.
 */
async function refuseUnreachableJudges(
  opened: OpenedCampaign,
  evaluation: LoadedEvaluationProfile,
  chooseSandbox: EvaluateOptions["chooseSandbox"],
): Promise<void> {
  const problems = judgeProblems(opened, evaluation);
  if (problems.length === 0) return;
  const { planCampaign } = await import("../campaign/index.ts");
  const { evaluateCampaign, trialsOfPlan } = await import("../judging/index.ts");
  const plan = await planCampaign(opened.config, opened.planOptions);
  const everythingRan = plan.trials.every(({ decision }) => decision.action !== "run");
  if (everythingRan && !opened.planOptions.force) {
    const trials = trialsOfPlan(plan);
    const stored = await evaluateCampaign({
      ...evaluateOptions(opened, evaluation, chooseSandbox),
      trials,
      mode: "read",
    });
    if (stored.ok && stored.result.trials.every(isWhollyJudged)) return;
  }
  throw new UsageError(problems.join("\n"));
}

function judgeProblems({ gateways }: OpenedCampaign, { profile }: LoadedEvaluationProfile): string[] {
  const asked = profile.judges.filter(({ judge_id }) => profile.judge_runs.some((run) => run.judge_id === judge_id));
  return asked.flatMap(({ judge_id, model, gateway }) => {
    const problem = gateways.problem(model ?? judge_id, gateway);
    return problem === null ? [] : [`judge ${judge_id}: ${problem}`];
  });
}

function isWhollyJudged({ state, judge_runs }: TrialResult): boolean {
  return (
    state === "scored" && judge_runs.every(({ iterations }) => iterations.every(({ status }) => status === "verdict"))
  );
}

function judgingProgress(progress: Progress, outcomes: TrialOutcome[]): (event: EvaluationEvent) => void {
  const totals = new Map<string, number>();
  for (const { planned } of outcomes) totals.set(planned.place.modelId, (totals.get(planned.place.modelId) ?? 0) + 1);
  progress.begin(
    "Judging",
    [...totals].map(([name, total]) => ({ name, total })),
  );
  return (event) => {
    if (event.type === "judging_started") {
      progress.started(event.trial.place.modelId);
      return;
    }
    const { model_id, case_id, repetition, score, judging, state, reason } = event.result;
    progress.ended({
      group: model_id,
      name: `${model_id}/${case_id} #${repetition}`,
      result: state !== "scored" ? "failed" : judging.calls_made > 0 ? "done" : "reused",
      detail: score === null ? (reason ?? state) : formatFixed(score, 1),
      wasStarted: true,
      costUsd: judging.new_usd,
    });
  };
}

function interrupted(progress: Progress): ExitCode {
  progress.note("Interrupted. What was finished is stored; the same command goes on from there.");
  return EXIT.interrupted;
}

/** Beside the evaluations it shows, unless another place or none is wanted. */
function chartPath(
  { chart }: JudgingWords,
  { planOptions }: OpenedCampaign,
  { trials }: JudgedCampaign,
): string | null {
  if (chart === false) return null;
  if (typeof chart === "string") return chart;
  const evaluation = trials.find(({ score, files }) => score !== null && files.evaluation !== null)?.files.evaluation;
  return evaluation ? join(planOptions.outputs, dirname(dirname(dirname(evaluation))), "score_cost") : null;
}
