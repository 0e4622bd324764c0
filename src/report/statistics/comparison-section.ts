import { partsOfSubject } from "../../records/index.ts";
import { explainRough, formatPEquals, plural } from "../../text/presentation/index.ts";
import type { CampaignStatistics } from "./campaign-statistics.ts";
import { type Comparison, explainTooFewCases, FEWEST_CASES } from "./comparison.ts";
import type { Section } from "./sections.ts";

/** Six models make 15 pairs, but twenty make 190. */
const MOST_PAIRS_LISTED = 15;
const MOST_NAMES = 2;

/** Kind of the compared subjects. */
type Compared = "models" | "variants";

/** Compares models; with variants, first the variants of each model and then the models under each variant. */
export function comparisonSections(statistics: Pick<CampaignStatistics, "comparisons" | "models">): Section[] {
  const { comparisons } = statistics;
  const hasVariants = comparisons.some(({ first }) => partsOfSubject(first.id).variant_id !== null);
  if (!hasVariants) return [comparisonSection("Differences between models", statistics)];
  const isOfOneModel = ({ first, second }: Comparison) =>
    partsOfSubject(first.id).model_id === partsOfSubject(second.id).model_id;
  const section = (title: string, chosen: Comparison[], kind: Compared) =>
    chosen.length === 0 ? [] : [comparisonSection(title, { ...statistics, comparisons: chosen }, kind)];
  return [
    ...section("Differences between variants of a model", comparisons.filter(isOfOneModel), "variants"),
    ...section(
      "Differences between models under a variant",
      comparisons.filter((comparison) => !isOfOneModel(comparison)),
      "models",
    ),
  ];
}

/** Lists pairs as sentences, or models as rows if there are too many pairs. */
function comparisonSection(
  title: string,
  statistics: Pick<CampaignStatistics, "comparisons" | "models">,
  kind: Compared = "models",
): Section {
  const { comparisons } = statistics;
  if (tooFewForAll(comparisons, kind) === null && comparisons.length > MOST_PAIRS_LISTED)
    return { id: "differences", title, ...rowPerModel(statistics) };
  return { id: "differences", title, table: null, lines: listOfComparisons(comparisons, kind) };
}

/** Lists pairs as sentences, and explains marks. */
export function listOfComparisons(comparisons: Comparison[], kind: Compared): string[] {
  const tooFew = tooFewForAll(comparisons, kind);
  if (tooFew !== null) return [tooFew];
  const shown = comparisons.filter((comparison) => winnerOf(comparison) !== null);
  const rough = explainRough(
    shown.map(({ difference }) => (difference.kind === "difference" ? difference.interval : difference)),
  );
  return [...comparisons.map(comparisonLine), ...rough];
}

/** Combines pairs without any possible verdict, because there are too few cases. */
function tooFewForAll(comparisons: Comparison[], kind: Compared): string | null {
  const counts = comparisons.map(({ difference }) => (difference.kind === "difference" ? difference.cases : 0));
  const most = Math.max(...counts);
  if (comparisons.length < 2 || most < 2 || most >= FEWEST_CASES) return null;
  return `No difference shown between any two ${kind}: ${explainTooFewCases(most)}.`;
}

/** Adds the basis to a comparison's sentence. */
export function comparisonLine({ sentence, difference, p_adjusted }: Comparison): string {
  if (difference.kind === "undefined" || difference.cases < 2) return sentence;
  const { better, worse, equal, cases } = difference;
  if (equal === cases) return sentence;
  const test = p_adjusted === null ? "" : `, ${formatPEquals(p_adjusted)}`;
  return `${sentence.slice(0, -1)} (${plural(cases, "case")}: ${better} higher, ${worse} lower, ${equal} equal${test}).`;
}

function rowPerModel({
  comparisons,
  models,
}: Pick<CampaignStatistics, "comparisons" | "models">): Pick<Section, "table" | "lines"> {
  const rows = models.map(({ model_id, label }) => {
    const own = comparisons.filter(({ first, second }) => first.id === model_id || second.id === model_id);
    const beats = own.filter((pair) => winnerOf(pair) === model_id).length;
    const open = own
      .filter((pair) => winnerOf(pair) === null)
      .map(({ first, second }) => (first.id === model_id ? second.label : first.label));
    return [label, String(beats), String(own.length - beats - open.length), names(open)];
  });
  const line = `${plural(comparisons.length, "pair")}, p-values corrected for their number. The JSON output has the size of each difference; \`assay compare\` shows two models case by case.`;
  return { table: { head: ["model", "better than", "worse than", "no difference shown from"], rows }, lines: [line] };
}

/** Returns the id of the better side; null if none is shown. */
export function winnerOf({ verdict, first, second }: Comparison): string | null {
  return verdict === "first_better" ? first.id : verdict === "second_better" ? second.id : null;
}

function names(labels: string[]): string {
  if (labels.length === 0) return "nobody";
  const rest = labels.length - MOST_NAMES;
  return `${labels.slice(0, MOST_NAMES).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
