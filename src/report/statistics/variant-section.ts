import { explainRough, formatFixed } from "../../text/presentation/index.ts";
import { listOfComparisons } from "./comparison-section.ts";
import { formatInterval } from "./format-figures.ts";
import type { Section } from "./sections.ts";
import type { VariantStatistics } from "./variant-statistics.ts";

/** Compares variants over all models: a row for each, a sentence per pair. */
export function variantSection({ variants, comparisons }: VariantStatistics): Section {
  return {
    id: "variants",
    title: "Differences between variants, over all models",
    table: {
      head: ["variant", "score", "95 % interval", "cases", "models"],
      rows: variants.map(({ label, models, score }) =>
        score.kind === "undefined"
          ? [label, "none", "–", "0", String(models)]
          : [
              label,
              formatFixed(score.mean, 2),
              formatInterval(score.interval, (value, more) => formatFixed(value, 2 + more)),
              String(score.cases),
              String(models),
            ],
      ),
    },
    lines: [
      ...listOfComparisons(comparisons, "variants"),
      "Paired by case: a case counts once, with its mean over the models that both variants have.",
      ...explainRough(variants.flatMap(({ score }) => (score.kind === "mean" ? [score.interval] : []))),
    ],
  };
}
