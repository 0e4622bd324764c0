import {
  agree,
  bareTable,
  type Cell,
  formatFixed,
  formatSeconds,
  formatUsd,
  type Layout,
  plural,
  shellWord,
  shortLine,
  toned,
  visibleLine,
} from "../../text/presentation/index.ts";
import type { ListedTrialRow, TrialListing } from "./trial-listing.ts";

/** Longer lists call for a filter or another program. */
const MOST_ROWS = 200;
const LONGEST_REASON = 120;

/** Lists selected trials in rows, and how to show the first. */
export function trialListingText(listing: TrialListing, layout: Layout = {}): string {
  const { trials, campaign, of, filters } = listing;
  const asked = filters.length === 0 ? "" : ` match ${filters.join(" ")}`;
  const head = filters.length === 0 ? plural(of, "trial") : `${trials.length} of ${plural(of, "trial")}`;
  const title = `${visibleLine(campaign)}: ${head}${visibleLine(asked) === "" ? "" : ` ${visibleLine(asked)}`}`;
  if (trials.length === 0) return [toned(layout, "strong", title), ...widenLines(listing)].join("\n");
  const rest = trials.length - MOST_ROWS;
  const failed = trials.filter((trial) => trial.failed !== null).length;
  return [
    toned(layout, "strong", title),
    table(trials.slice(0, MOST_ROWS), layout),
    ...(rest > 0 ? [`… and ${plural(rest, "more trial")}; --output csv lists all`] : []),
    [
      ...(failed === 0 || failed === trials.length
        ? []
        : [`${failed} of them ${agree(failed, "counts", "count")} as failed.`]),
      `Next: ${toned(layout, "command", `assay show ${shellWord((trials.find((trial) => trial.failed !== null) ?? trials[0]!).trial)}`)}`,
    ].join("\n"),
  ].join("\n\n");
}

function table(trials: readonly ListedTrialRow[], layout: Layout): string {
  const isJudged = trials.some(({ state }) => state !== null);
  const hasChecks = trials.some(({ checks_total }) => checks_total > 0);
  const hasReasons = trials.some((trial) => reasonOf(trial) !== "");
  return bareTable(
    [
      "trial",
      "run",
      ...(isJudged ? ["score", "passed"] : []),
      ...(hasChecks ? ["checks"] : []),
      "took",
      "cost",
      "id",
      ...(hasReasons ? ["what stands out"] : []),
    ],
    trials.map((trial): Cell[] => [
      trial.trial,
      statusCell(trial, layout),
      ...(isJudged ? [formatFixed(trial.score, 1), passedCell(trial, layout)] : []),
      ...(hasChecks ? [trial.checks_total === 0 ? "–" : `${trial.checks_passed}/${trial.checks_total}`] : []),
      trial.duration_ms === null ? "–" : formatSeconds(trial.duration_ms),
      trial.run_cost_usd === null ? "–" : formatUsd(trial.run_cost_usd),
      trial.run_id.slice(0, 8),
      ...(hasReasons ? [reasonOf(trial)] : []),
    ]),
    { ...layout, lastIsText: hasReasons },
  );
}

function statusCell({ status }: ListedTrialRow, layout: Layout): Cell {
  const text = status ?? "damaged";
  return text === "success" ? text : { text, paint: (words) => toned(layout, "bad", words) };
}

function passedCell({ passed, state }: ListedTrialRow, layout: Layout): Cell {
  if (passed === null) return state === "unscored" ? "unscored" : "–";
  return passed
    ? { text: "✓", paint: (mark) => toned(layout, "good", mark) }
    : { text: "✗", paint: (mark) => toned(layout, "bad", mark) };
}

function reasonOf({ failure, checks_not_passed, verdicts_disagree }: ListedTrialRow): string {
  const checks = checks_not_passed.length > 0 ? [`not passed: ${checks_not_passed.join(", ")}`] : [];
  const words = [...(failure === null ? [] : [failure]), ...checks, ...(verdicts_disagree ? ["judges disagree"] : [])];
  return shortLine(words.join("; "), LONGEST_REASON);
}

/** Shows for an empty list which filter was too narrow. */
function widenLines({ widen, of }: TrialListing): string[] {
  if (of === 0) return ["It has no trials."];
  const helpful = widen.filter(({ trials }) => trials > 0);
  if (helpful.length === 0)
    return [`Dropping one filter is not enough; without any there ${agree(of, "is", "are")} ${plural(of, "trial")}.`];
  return helpful.map(({ without, trials }) => `  Without ${visibleLine(without)}: ${plural(trials, "trial")}.`);
}
