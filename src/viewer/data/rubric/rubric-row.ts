import type { ListedRubric } from "../../../operations/index.ts";
import { formatUsd } from "../../../text/presentation/index.ts";
import type { RubricRow } from "../../wire/index.ts";
import { drawnOnScale } from "../figures/drawn-mean.ts";
import { groupNames, scaleOfDimension } from "./rubric-groups.ts";
import { rubricState } from "./rubric-page.ts";

/** Composes a rubric judging's row for the first page. */
export function rubricRow(listed: ListedRubric): RubricRow {
  const { name, manifest, summary, last_at } = listed;
  const { verdicts, invalid, unanswered } = manifest.judgements;
  return {
    name,
    file: manifest.samples.file,
    ...rubricState(listed),
    samples: manifest.samples.accepted,
    judges: manifest.judges.length,
    judgements: verdicts + invalid + unanswered,
    best: bestGroup(listed),
    cost: summary?.cost_usd == null ? "not reported" : formatUsd(summary.cost_usd),
    last_at: new Date(last_at).toISOString(),
  };
}

function bestGroup({ manifest, summary }: ListedRubric): RubricRow["best"] {
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
