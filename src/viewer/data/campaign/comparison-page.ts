import type { ListedResult, StoredResults } from "../../../operations/index.ts";
import { writeCampaignName } from "../../../records/index.ts";
import { comparisonSummary, correctedComparisonLines } from "../../../report/index.ts";
import type { ComparisonPage } from "../../wire/index.ts";
import { correctedCandidates } from "./calibration-page.ts";
import { drawnComparison } from "./campaign-page.ts";

/** Compares two judged campaigns of one suite, with the earlier as the base. */
export function composeComparisonPage(
  results: StoredResults,
  base: ListedResult,
  candidate: ListedResult,
): ComparisonPage {
  const names = { base: writeCampaignName(base), candidate: writeCampaignName(candidate) };
  const compared = results.compare(base, candidate);
  if (!compared.ok)
    return {
      base: { name: names.base, mean: null },
      candidate: { name: names.candidate, mean: null },
      problem: compared.problem,
      lines: [],
      overall: null,
      corrected: [],
      subjects: [],
      pairs: [],
      cases: [],
    };
  const { comparison } = compared;
  const corrected = results.correctedDifference(base, candidate);
  const { difference, low, high, shown } = drawnComparison(comparison.overall);
  return {
    base: { name: names.base, mean: comparison.base.mean },
    candidate: { name: names.candidate, mean: comparison.candidate.mean },
    problem: null,
    lines: [...comparisonSummary(comparison), ...correctedComparisonLines(corrected)],
    overall: { difference, low, high, shown },
    corrected: correctedCandidates(corrected),
    subjects: comparison.models.map(drawnComparison),
    pairs: pairsOf(base, candidate),
    cases: comparison.cases.toSorted((one, other) => Math.abs(other.difference) - Math.abs(one.difference)),
  };
}

/** Pairs subjects by their ids; if no id is on both sides, pairs the only one of each. */
function pairsOf(base: ListedResult, candidate: ListedResult): [string, string][] {
  const idsOf = ({ trials }: ListedResult) => [...new Set(trials.map(({ model_id }) => model_id))];
  const [before, after] = [idsOf(base), idsOf(candidate)];
  const shared = before.filter((id) => after.includes(id));
  return shared.length > 0 ? shared.map((id) => [id, id]) : [[before[0]!, after[0]!]];
}
