import { csvLine } from "../../text/index.ts";
import { spreadsheetText } from "../../text/presentation/index.ts";
import type { ListedTrialRow, TrialListing } from "./trial-listing.ts";

/** Renders trials as CSV (RFC 4180) with a header. */
export function* trialListingCsv({ trials }: TrialListing): Generator<string> {
  yield `${csvLine(COLUMNS)}\n`;
  for (const trial of trials) yield `${csvLine(COLUMNS.map((name) => cell(trial[name])))}\n`;
}

const COLUMNS: (keyof ListedTrialRow)[] = [
  "trial",
  "model_id",
  "case_id",
  "repetition",
  "status",
  "state",
  "score",
  "passed",
  "failed",
  "checks_passed",
  "checks_total",
  "checks_not_passed",
  "verdicts_disagree",
  "duration_ms",
  "run_cost_usd",
  "judging_cost_usd",
  "failure",
  "run_id",
];

function cell(value: ListedTrialRow[keyof ListedTrialRow]): string | number | boolean | null {
  if (Array.isArray(value)) return spreadsheetText(value.join(" "));
  return typeof value === "string" ? spreadsheetText(value) : value;
}
