import { type KrippendorffAlpha, krippendorffAlpha, type Undefined, undefinedBecause } from "../statistics/index.ts";
import type { LabelledQuestionSet } from "./labelled-packets.ts";

/** Agreement of people with each other, as a benchmark for judges. */
export interface HumanMeasures {
  annotators: { annotator: string; labels: number }[];
  /** Packets with at least two annotators. */
  shared: number;
  alpha: KrippendorffAlpha | Undefined;
  /** Share of equal label pairs. */
  same: number | null;
  /** Mean distance of two labels on the same packet. */
  distance: number | null;
}

export function humanMeasures({ packets }: LabelledQuestionSet): HumanMeasures {
  const counts = new Map<string, number>();
  let pairs = 0;
  let equal = 0;
  let distance = 0;
  for (const { by_annotator } of packets) {
    for (const { annotator } of by_annotator) counts.set(annotator, (counts.get(annotator) ?? 0) + 1);
    by_annotator.forEach(({ value }, index) => {
      for (const other of by_annotator.slice(index + 1)) {
        pairs += 1;
        equal += Number(other.value === value);
        distance += Math.abs(other.value - value);
      }
    });
  }
  return {
    annotators: [...counts]
      .map(([annotator, labels]) => ({ annotator, labels }))
      .sort((one, other) => (one.annotator < other.annotator ? -1 : 1)),
    shared: packets.filter(({ by_annotator }) => by_annotator.length > 1).length,
    alpha:
      counts.size < 2
        ? undefinedBecause("there is only one annotator")
        : krippendorffAlpha(
            packets.map(({ by_annotator }) => by_annotator.map(({ value }) => value)),
            "interval",
          ),
    same: pairs === 0 ? null : equal / pairs,
    distance: pairs === 0 ? null : distance / pairs,
  };
}
