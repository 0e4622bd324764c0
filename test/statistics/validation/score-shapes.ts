import { normalQuantile, type RandomStream } from "../../../src/statistics/index.ts";

/** A distribution of case scores, with its mean. */
export interface ScoreShape {
  name: string;
  /** A description of such cases. */
  words: string;
  truth: number;
  /** True if intervals may hold the truth more often than they claim, because hardly any sum of so few values is between 93 and 97 %. */
  coarse?: boolean;
  draw(random: RandomStream): number;
}

/** The five shapes that every figure is held to. */
export const SCORE_SHAPES: ScoreShape[] = [
  { name: "normal", words: "around 6, in a bell", truth: 6, draw: (random) => 6 + 1.5 * bellShaped(random) },
  { name: "uniform", words: "anything from 2 to 10", truth: 6, draw: (random) => 2 + 8 * random.uniform() },
  {
    name: "skewed",
    words: "most near 10, a long tail down to 0",
    // The mean of min(E, 10) with E exponential of mean 2, taken from 10.
    truth: 10 - 2 * (1 - Math.exp(-5)),
    draw: (random) => Math.max(0, 10 + 2 * Math.log(1 - random.uniform())),
  },
  {
    name: "two-level",
    words: "one case in five fails: around 3, the others around 9",
    truth: 0.2 * 3 + 0.8 * 9,
    draw: (random) => twoLevels(random) + bellShaped(random),
  },
  {
    name: "ties",
    words: "whole numbers: 5, 6, 7 and 8 for 1, 2, 4 and 3 of ten",
    truth: 0.1 * 5 + 0.2 * 6 + 0.4 * 7 + 0.3 * 8,
    draw: (random) => [5, 6, 6, 7, 7, 7, 7, 8, 8, 8][random.below(10)]!,
  },
];

/** Two values and nothing between: means of few such scores jump, and so does how often an interval holds the truth. */
export const EXACT_LEVELS: ScoreShape = {
  name: "3 or 9 exactly",
  words: "one case in five has 3, the others 9",
  truth: 0.2 * 3 + 0.8 * 9,
  coarse: true,
  draw: twoLevels,
};

export function bellShaped(random: RandomStream): number {
  return normalQuantile((random.word() + 0.5) / 2 ** 32);
}

function twoLevels(random: RandomStream): number {
  return random.uniform() < 0.2 ? 3 : 9;
}
