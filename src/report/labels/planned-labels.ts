import type { LabelPlan } from "../../config/index.ts";
import { agree, bareTable, formatPercent, formatRounded, type Layout, plural } from "../../text/presentation/index.ts";

/** Output of `assay label plan --output json`. */
export interface PlannedLabels {
  plan: LabelPlan;
  /** Relative to the workspace. */
  file: string;
  /** Number of packets in the earlier plan of this name; null for a new one. */
  before: number | null;
}

export function plannedLabelsText({ plan, file, before }: PlannedLabels, layout: Layout = {}): string {
  const { population, strata, packets, unit_of, promise, question, budget } = plan;
  const units = unit_of === "case" ? "cases, all subjects of a case together" : "packets";
  return [
    `${plural(packets.length, "label")} to give (${question}), drawn from ${plural(population.packets, "packet")} of ${plural(population.trials, "trial")} with seed ${plan.seed}: ${units}.`,
    ...(packets.length > budget ? [`That is more than ${budget}, because at least one unit is drawn.`] : []),
    ...(before === null ? [] : [`The plan had ${before} before; these stay drawn, with the probabilities below.`]),
    bareTable(
      ["stratum", "units", "drawn", "probability", ""],
      strata.map(({ stratum, description, units: all, drawn, probability }) => [
        stratum,
        all,
        drawn,
        formatPercent(probability),
        description,
      ]),
      layout,
    ),
    ...(promise === undefined ? [] : [describePromise(promise)]),
    `Kept in ${file}. \`assay label --plan ${plan.plan} --annotator <name>\` asks for them.`,
  ].join("\n\n");
}

function describePromise({ half_width, deviation, from_labels }: NonNullable<LabelPlan["promise"]>): string {
  const source =
    from_labels === 0
      ? "which is unknown until there are labels"
      : `as ${plural(from_labels, "label")} so far ${agree(from_labels, "tells", "tell")}`;
  return `With all of them the 95 % interval of a corrected mean will be about ±${formatRounded(half_width)}, if labels and judges are ${formatRounded(deviation)} apart (standard deviation, ${source}).`;
}
