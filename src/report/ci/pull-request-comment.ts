import { wellFormed } from "../../text/index.ts";
import { plural } from "../../text/presentation/index.ts";
import type { CampaignReport } from "../campaign/campaign-report.ts";
import { renderCampaignMarkdown } from "../campaign/render-campaign.ts";
import { type ComparisonReport, renderComparisonMarkdown } from "../compare/render.ts";
import type { GateReport } from "../gate/decide-gate.ts";
import { renderGateMarkdown } from "../gate/render.ts";
import { caseOutcomes } from "./case-outcomes.ts";
import { cutMarkdown } from "./cut-markdown.ts";

/** GitHub's limit is 65,536 characters; this counts bytes, which are at least as many. */
const LARGEST_COMMENT = 65_535;

const NOTE = "A comment may not be longer; `assay report` shows the rest.";

/**
 * Renders a judged campaign as a comment, with the answer in the first visible line. An invisible mark before it lets the next command find
 * and update the comment.
 */
export function renderCampaignComment(report: CampaignReport): string {
  const { suite_id, run_profile_id, evaluation_profile_id } = report;
  return comment(
    [suite_id, run_profile_id, evaluation_profile_id],
    verdictLine(report),
    renderCampaignMarkdown(report),
  );
}

export function renderComparisonComment(report: ComparisonReport): string {
  return comment(["compare"], null, renderComparisonMarkdown(report));
}

export function renderGateComment(report: GateReport): string {
  return comment(["gate", ...report.campaign.split("/")], null, renderGateMarkdown(report));
}

function comment(name: string[], verdict: string | null, markdown: string): string {
  const head = [`<!-- assay: ${name.map(inComment).join("/")} -->`, ...(verdict === null ? [] : [`**${verdict}**`])];
  const start = `${head.join("\n")}\n\n`;
  return `${start}${cutMarkdown(markdown, LARGEST_COMMENT - Buffer.byteLength(start) - 1, NOTE)}\n`;
}

function verdictLine(report: CampaignReport): string {
  const outcomes = caseOutcomes(report);
  const count = (outcome: string) => outcomes.filter((one) => one.outcome === outcome).length;
  const said = [
    { count: count("failed"), words: "failed" },
    { count: count("error"), words: "without a result" },
    { count: count("not_run"), words: "not run" },
  ].filter((one) => one.count > 0);
  const all = plural(outcomes.length, "test");
  if (said.length === 0) return outcomes.length === 0 ? "❌ Nothing was tested" : `✅ ${all} passed`;
  return `❌ ${said.map((one) => `${one.count} ${one.words}`).join(", ")} of ${all}`;
}

/** Encodes ids so that they cannot end the HTML comment. */
function inComment(id: string): string {
  return encodeURIComponent(wellFormed(id.slice(0, 300))).replaceAll("--", "-%2D");
}
