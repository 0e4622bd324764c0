import { bareTable, formatCount, formatUsd, type Layout, nounFor, plural } from "../text/presentation/index.ts";
import type { JudgingReport, PlannedTrialReport, PlanReport } from "./plan-report.ts";
import { partLine } from "./shard/part-line.ts";

/** Renders the plan: requests and cost per model, and why trials must run. */
export function renderPlanReport(report: PlanReport, layout: Layout = {}): string {
  const { totals, models, datasets = [] } = report;
  const requests = totalRequests(report);
  return [
    ...partLine(report),
    `${report.suite_id} × ${report.run_profile_id}: ${plural(totals.trials, "trial")}`,
    `${totals.run} to run, ${totals.reuse + totals.copy} stored already. Nothing was spent.`,
    ...(datasets.length > 0
      ? [`Datasets: ${datasets.map(({ case_id, rows }) => `${case_id} with ${plural(rows, "row")}`).join(", ")}.`]
      : []),
    "",
    bareTable(
      ["model", "to run", "stored", "requests", "prompt tokens", "completion tokens", "cost"],
      models.map((model) => [
        model.offline ? `${model.model_id} (offline)` : model.model_id,
        model.run,
        model.reuse + model.copy,
        range(model.requests),
        model.run === 0 ? "0" : `from ${formatCount(model.prompt_tokens)}`,
        model.run === 0 ? "0" : atMost(model.most_completion_tokens),
        describeCost(model.cost),
      ]),
      layout,
    ),
    "",
    `All models: ${range(requests)} ${nounFor(requests.most ?? Number.POSITIVE_INFINITY, "request")}, ${describeTotalCost(report)}.`,
    ...userLines(report),
    ...toolLines(report, layout),
    ...judgingLines(report, layout),
    ...reasons(report.trials),
    ...(report.warnings.length > 0 ? ["", ...report.warnings.map((warning) => `warning: ${warning}`)] : []),
    ...(report.problems.length > 0 ? ["", "Before it can run:", ...report.problems.map((line) => `  ${line}`)] : []),
  ].join("\n");
}

/** Lists MCP servers' tools, which the user should see before paying. */
function toolLines({ tools }: PlanReport, layout: Layout): string[] {
  if (tools.every(({ tool }) => tool === null)) return [];
  const rows = tools.map(({ name, answered_by, tool, cases }) => [name, answered_by, tool ?? "", cases]);
  return ["", bareTable(["tool", "answered by", "from", "cases"], rows, layout)];
}

/** Lists the maximum number of judge calls, often half of the cost. */
function judgingLines({ judging, suite_id, run_profile_id }: PlanReport, layout: Layout): string[] {
  if (judging === null)
    return [
      "",
      `Judge calls are not counted: name who judges with --evaluation-profile (assay plan --suite ${suite_id} --run-profile ${run_profile_id} --evaluation-profile …).`,
    ];
  const { judge_runs } = judging;
  if (judge_runs.length === 0) return ["", `${judging.evaluation_profile_id} asks no judge.`];
  const known = judge_runs.flatMap(({ cost }) => (cost.known ? [cost.usd] : []));
  const unknown = judge_runs.flatMap(({ cost, judge_run_id }) => (cost.known ? [] : [judge_run_id]));
  const sum = `about ${formatUsd(known.reduce((total, usd) => total + usd, 0))}`;
  const total = judge_runs.reduce((calls, { to_ask }) => calls + to_ask, 0);
  const reused = judge_runs.reduce((calls, { stored }) => calls + stored, 0);
  const why = `no stored call reports a cost (${unknown.join(", ")})`;
  const cost =
    unknown.length === 0 ? sum : known.length === 0 ? `cost unknown: ${why}` : `${sum} and an unknown part: ${why}`;
  return [
    "",
    bareTable(
      ["judge run", "model", "calls", "stored", "requests", "cost"],
      judge_runs.map((judge) => [
        judge.judge_run_id,
        judge.offline ? `${judge.model} (offline)` : judge.model,
        judge.to_ask === 0 ? "0" : `at most ${formatCount(judge.to_ask)}`,
        judge.stored,
        judge.to_ask === 0 ? "0" : `at most ${formatCount(judge.most_requests)}`,
        describeJudgeCost(judge.cost),
      ]),
      layout,
    ),
    "",
    `Judging by ${judging.evaluation_profile_id}: at most ${plural(total, "judge call")}, ${reused} stored already, ${cost}.`,
  ];
}

function describeJudgeCost(cost: JudgingReport["judge_runs"][number]["cost"]): string {
  if (!cost.known) return "unknown";
  if (cost.from_calls === 0) return formatUsd(cost.usd);
  return `about ${formatUsd(cost.usd)} (from ${plural(cost.from_calls, "stored call")})`;
}

/** Lists requests to models that play users, in addition to the subjects'. */
function userLines({ models }: PlanReport): string[] {
  const counts = models.flatMap(({ user_requests }) => (user_requests ? [user_requests] : []));
  if (counts.length === 0) return [];
  const requests = sumOf(counts);
  return [
    `Simulated users: ${range(requests)} ${nounFor(requests.most ?? Number.POSITIVE_INFINITY, "request")} on top.`,
  ];
}

type Requests = PlanReport["models"][number]["requests"];

function range({ least, most }: Requests): string {
  if (most === null) return `${formatCount(least)} or more`;
  return least === most ? formatCount(least) : `${formatCount(least)} to ${formatCount(most)}`;
}

function totalRequests({ models }: PlanReport): Requests {
  return sumOf(models.map(({ requests }) => requests));
}

function sumOf(counts: readonly Requests[]): Requests {
  return counts.reduce<Requests>(
    (sum, { least, most }) => ({
      least: sum.least + least,
      most: sum.most === null || most === null ? null : sum.most + most,
    }),
    { least: 0, most: 0 },
  );
}

function atMost(tokens: number | null): string {
  return tokens === null ? "no limit set" : `at most ${formatCount(tokens)}`;
}

function describeCost(cost: PlanReport["models"][number]["cost"]): string {
  if (!cost.known) return "unknown";
  if (cost.from_runs === 0) return formatUsd(cost.usd);
  return `about ${formatUsd(cost.usd)} (from ${plural(cost.from_runs, "stored run")})`;
}

function describeTotalCost({ models }: PlanReport): string {
  const known = models.flatMap(({ cost }) => (cost.known ? [cost.usd] : []));
  const unknown = models.flatMap(({ cost, model_id }) => (cost.known ? [] : [model_id]));
  const sum = formatUsd(known.reduce((total, usd) => total + usd, 0));
  if (unknown.length === 0) return `about ${sum}`;
  const why = "no stored run of it reports a cost";
  return known.length === 0
    ? `cost unknown: ${why.replace("it", "these models")}`
    : `about ${sum} and an unknown part (${unknown.join(", ")}: ${why})`;
}

/** Lists reasons for running trials, most frequent first. */
function reasons(trials: PlannedTrialReport[]): string[] {
  const counts = new Map<string, number>();
  for (const { action, reason } of trials) if (action === "run") counts.set(reason, (counts.get(reason) ?? 0) + 1);
  if (counts.size === 0) return [];
  const sorted = [...counts].sort(([a, many], [b, few]) => few - many || (a < b ? -1 : 1));
  return ["", "Why they must run:", ...sorted.map(([reason, count]) => `  ${formatCount(count)} × ${reason}`)];
}
