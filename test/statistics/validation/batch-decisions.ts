import { compareResults } from "../../../src/judging/batch/deciding/compare.ts";
import type { BatchResult } from "../../../src/judging/batch/scoring/result.ts";
import type { RandomStream } from "../../../src/statistics/index.ts";
import type { ScoreShape } from "./score-shapes.ts";

interface Setting {
  method: "paired" | "unpaired";
  /** The candidate's true advantage. */
  gain: number;
  minimum: number;
}

/** The decision of `assay batch --compare` on two experiments with scores of this shape. */
export function batchDecision(
  random: RandomStream,
  shape: ScoreShape,
  items: number,
  { method, gain, minimum }: Setting,
): "keep" | "revert" | "inconclusive" {
  const experiment = (prefix: string, lift: number) =>
    ({
      name: "experiment",
      measuring: {},
      scoring: { primary: "score", direction: "maximize", minimum_improvement: minimum },
      sample: {
        population: 10_000,
        strata: [{ stratum: "all", sampled: items, wanted: items, population: 10_000 }],
      },
      scores: { unscored: 0, ambiguous: { kind: "undefined", reason: "" } },
      singletons: null,
      stopped: null,
      items: Array.from({ length: items }, (_, index) => ({
        item_id: `${prefix}${index}`,
        stratum: "all",
        score: shape.draw(random) + lift,
      })),
    }) as unknown as BatchResult;
  const outcome = compareResults(experiment("i", 0), experiment(method === "paired" ? "i" : "j", gain));
  if (!outcome.ok) throw new Error(outcome.reasons.join());
  return outcome.comparison.decision;
}
