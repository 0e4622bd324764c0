import { type JudgedUnit, neymanAllocation, type RandomStream } from "../../../src/statistics/index.ts";
import type { TrueTrial } from "./judged-worlds.ts";

/** How trials are drawn for labelling. Both subjects of a drawn case are labelled, as `assay label plan` does it. */
export interface LabelDesign {
  name: string;
  draw(random: RandomStream, sides: [TrueTrial[], TrueTrial[]], labels: number, pass: boolean): Drawn[];
}

/** By index of the trial: whether it was drawn, with what chance, from which stratum. */
interface Drawn {
  drawn: boolean;
  probability: number;
  stratum?: string;
}

export const DESIGNS: LabelDesign[] = [
  {
    name: "uniform",
    draw: (random, [first], labels) => {
      const chosen = new Set(shuffled(random, first.length).slice(0, labels));
      return first.map((_, index) => ({ drawn: chosen.has(index), probability: labels / first.length }));
    },
  },
  {
    name: "stratified",
    draw: (random, sides, labels) => drawStrata(random, strataOf(sides), labels, () => 1),
  },
  {
    // A plan's assumption before there are labels: the spread is largest where the judge is undecided.
    name: "Neyman",
    draw: (random, sides, labels, pass) =>
      drawStrata(random, strataOf(sides), labels, (height) => (pass ? 0.25 + height * (1 - height) * 4 : 2 - height)),
  },
  {
    // One by one, with chances that follow how far the judge says the two subjects are apart.
    name: "active",
    draw: (random, [first, second], labels, pass) => {
      const range = pass ? 1 : 10;
      const interest = first.map((trial, index) => 0.5 + Math.abs(trial.judge - second[index]!.judge) / range);
      return drawIndependently(random, interest, labels);
    },
  },
];

export function labelledSides(
  sides: [TrueTrial[], TrueTrial[]],
  drawn: readonly Drawn[],
): [JudgedUnit[], JudgedUnit[]] {
  const units = (trials: TrueTrial[]) =>
    trials.map(({ case_id, truth, judge }, index): JudgedUnit => {
      const { drawn: isDrawn, probability, stratum } = drawn[index]!;
      return {
        case_id,
        judge,
        ...(stratum === undefined ? {} : { stratum }),
        ...(isDrawn ? { label: truth, probability } : {}),
      };
    });
  return [units(sides[0]), units(sides[1])];
}

/** Thirds by the mean of the judge's scores of both subjects; ties stay together. */
function strataOf([first, second]: [TrueTrial[], TrueTrial[]]): { height: number; members: number[] }[] {
  const heights = first.map((trial, index) => (trial.judge + second[index]!.judge) / 2);
  const sorted = heights.toSorted((a, b) => a - b);
  const cuts = [sorted[Math.floor(sorted.length / 3)]!, sorted[Math.floor((2 * sorted.length) / 3)]!];
  const strata: number[][] = [[], [], []];
  heights.forEach((height, index) => {
    strata[height < cuts[0]! ? 0 : height < cuts[1]! ? 1 : 2]!.push(index);
  });
  return strata
    .filter((members) => members.length > 0)
    .map((members) => ({
      members,
      height: members.reduce((sum, index) => sum + heights[index]!, 0) / members.length / (sorted.at(-1)! || 1),
    }));
}

function drawStrata(
  random: RandomStream,
  strata: { height: number; members: number[] }[],
  labels: number,
  deviation: (height: number) => number,
): Drawn[] {
  const counts = neymanAllocation(
    strata.map(({ members, height }) => ({ size: members.length, deviation: deviation(height) })),
    labels,
    4,
  );
  const result: Drawn[] = [];
  strata.forEach(({ members }, index) => {
    const probability = counts[index]! / members.length;
    shuffled(random, members.length).forEach((position, rank) => {
      result[members[position]!] = { drawn: rank < counts[index]!, probability, stratum: `s${index}` };
    });
  });
  return result;
}

function drawIndependently(random: RandomStream, interest: readonly number[], labels: number): Drawn[] {
  let scale = labels / interest.reduce((sum, value) => sum + value, 0);
  for (let round = 0; round < 5; round++) {
    const expected = interest.reduce((sum, value) => sum + Math.min(1, scale * value), 0);
    scale *= labels / expected;
  }
  return interest.map((value) => {
    const probability = Math.min(1, scale * value);
    return { drawn: random.uniform() < probability, probability };
  });
}

function shuffled(random: RandomStream, count: number): number[] {
  const order = Array.from({ length: count }, (_, index) => index);
  for (let index = count - 1; index > 0; index--) {
    const other = random.below(index + 1);
    [order[index], order[other]] = [order[other]!, order[index]!];
  }
  return order;
}
