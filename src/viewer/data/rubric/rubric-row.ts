import type { rubric } from "../../../judging/index.ts";
import { formatCount, formatUsd } from "../../../text/presentation/index.ts";
import type { DrawnMean, DrawnScale, JudgingList, JudgingRow } from "../../wire/index.ts";
import { drawnOnScale } from "../figures/drawn-mean.ts";
import { groupNames, scaleOfDimension } from "./rubric-groups.ts";
import { rubricState } from "./rubric-page.ts";

export const RUBRIC_COLUMNS: JudgingList["columns"] = [
  { number: "samples" },
  { number: "judgements" },
  "best",
  "score on its scale",
];

/** Composes a rubric judging's row for the first page. */
export function rubricRow(listed: rubric.ListedRubric): JudgingRow {
  const { name, manifest, summary, last_at } = listed;
  const { verdicts, invalid, unanswered } = manifest.judgements;
  const best = bestGroup(listed);
  return {
    name,
    note: manifest.samples.file,
    ...rubricState(listed),
    cells: [
      { text: formatCount(manifest.samples.accepted) },
      { text: formatCount(verdicts + invalid + unanswered) },
      best ? { text: best.group } : { none: "no score" },
      best ? { score: best.score, scale: best.scale } : { none: "" },
    ],
    cost: summary?.cost_usd == null ? "not reported" : formatUsd(summary.cost_usd),
    last_at: new Date(last_at).toISOString(),
  };
}

/** The group with the highest mean of the total, or of the only dimension, on the scale of that. */
function bestGroup({
  manifest,
  summary,
}: rubric.ListedRubric): { group: string; score: DrawnMean; scale: DrawnScale } | null {
  const means = summary?.means ?? [];
  const dimension = means.some((row) => row.dimension === "total") ? "total" : means[0]?.dimension;
  const scale = dimension === undefined ? null : scaleOfDimension(manifest, dimension);
  if (!scale) return null;
  const nameOf = groupNames(means);
  const drawn = means.flatMap((row) => {
    const score = row.dimension === dimension ? drawnOnScale(row.mean) : null;
    return score ? [{ group: nameOf(row), score, scale }] : [];
  });
  return drawn.sort((one, other) => other.score.mean - one.score.mean)[0] ?? null;
}
