import { addTo } from "../../text/index.ts";
import { explainRough, formatPercent, restLine, shortLine } from "../../text/presentation/index.ts";
import { formatInterval } from "../statistics/format-figures.ts";
import type { Section } from "../statistics/sections.ts";
import type { CampaignReport } from "./campaign-report.ts";
import type { CheckSummary } from "./check-summary.ts";

const MOST_ROWS = 60;
const MOST_LINES = 12;
const LONGEST_LINE = 240;

/**
 * Presents checks by name. Without judges they are the result, so all are shown; with judges, only required ones and those that a model
 * failed.
 */
export function checkSections(report: CampaignReport): Section[] {
  const { check_summaries, judge_runs } = report;
  const isResult = judge_runs.length === 0;
  const telling = new Set(
    check_summaries
      .filter(({ required, failed, error }) => isResult || required || failed + error > 0)
      .map(({ check_id }) => check_id),
  );
  const shown = check_summaries.filter(({ check_id }) => telling.has(check_id));
  if (shown.length === 0) return [];
  return [
    {
      id: "checks",
      title: "Checks",
      table: {
        head: ["check", "model", "passed", "failed", "not decided", "pass rate", "95 % interval"],
        rows: shown.slice(0, MOST_ROWS).map(row),
        keys: 2,
      },
      lines: [
        ...restLine(shown.length, MOST_ROWS),
        ...explainRough(shown.map(({ rate }) => (rate.kind === "undefined" ? rate : rate.interval))),
        ...notPassed(report),
      ],
    },
  ];
}

function row({ check_id, model_id, required, passed, failed, error, rate }: CheckSummary): string[] {
  return [
    required ? `${check_id} (required)` : check_id,
    model_id,
    String(passed),
    String(failed),
    String(error),
    rate.kind === "undefined" ? "–" : formatPercent(rate.mean),
    rate.kind === "undefined" ? "–" : formatInterval(rate.interval, (share, more) => formatPercent(share, more)),
  ];
}

/** Lists failed checks by trial; repetitions with the same message share a line. */
function notPassed({ trials }: CampaignReport): string[] {
  const lines = new Map<string, number[]>();
  for (const { model_id, case_id, repetition, checks } of trials)
    for (const { check_id, outcome, required, message } of checks.not_passed) {
      const found = outcome === "error" ? "could not be decided" : "failed";
      const words = `${model_id}/${case_id}\u0000: ${check_id}${required ? " (required)" : ""} ${found}: ${message}`;
      addTo(lines, words, repetition);
    }
  return [
    ...[...lines]
      .slice(0, MOST_LINES)
      .map(([words, numbers]) => shortLine(words.replace("\u0000", ` #${numbers.join(", #")}`), LONGEST_LINE)),
    ...restLine(lines.size, MOST_LINES),
  ];
}
