import { plural, shortLine, workflowCommand } from "../../text/presentation/index.ts";
import type { CampaignReport } from "../campaign/campaign-report.ts";
import { type CaseOutcome, caseOutcomes } from "./case-outcomes.ts";

/** GitHub shows ten annotations of a kind per step and silently drops others. */
const MOST_OF_A_KIND = 10;
const LONGEST_ANNOTATION = 1000;

/**
 * Renders failures as workflow commands for GitHub: an error for a subject's failure, a warning if there is no result, and a notice with
 * the count. If there are more than GitHub shows, the last one says how many.
 */
export function renderAnnotations(report: CampaignReport): string {
  const outcomes = caseOutcomes(report);
  const failed = outcomes.filter(({ outcome }) => outcome === "failed");
  const unknown = outcomes.filter(({ outcome }) => outcome === "error" || outcome === "not_run");
  const passed = outcomes.length - failed.length - unknown.length;
  const total = `${passed} of ${plural(outcomes.length, "test")} passed: ${report.suite_id} × ${report.run_profile_id}, judged by ${report.evaluation_profile_id}`;
  const notice = workflowCommand("notice", "Assay", shortLine(total, LONGEST_ANNOTATION));
  return `${[...annotations("error", failed), ...annotations("warning", unknown), notice].join("\n")}\n`;
}

function annotations(kind: "error" | "warning", outcomes: CaseOutcome[]): string[] {
  const fit = outcomes.length <= MOST_OF_A_KIND;
  const shown = fit ? outcomes : outcomes.slice(0, MOST_OF_A_KIND - 1);
  const lines = shown.map(({ case_id, model_id, message, details }) =>
    workflowCommand(
      kind,
      shortLine(`${case_id} [${model_id}]`, 200),
      shortLine(details[0] ?? message ?? "", LONGEST_ANNOTATION),
    ),
  );
  const rest = outcomes.length - shown.length;
  return fit ? lines : [...lines, workflowCommand(kind, "Assay", `and ${plural(rest, "more test")}`)];
}
