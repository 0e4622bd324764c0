import type { RandomStream } from "../../../src/statistics/index.ts";
import type { HumanWorld, SimulatedJudge } from "./judged-worlds.ts";
import { bellShaped } from "./score-shapes.ts";

/**
 * Worlds and judges by which no constant of the corrections was chosen. They deliberately differ in shape from those in
 * `judged-worlds.ts`: changes of a constant are guided by those, and checked by these afterwards only. One choice was made by
 * these as well: `SELDOM_PASSES` was considered when pass rates got Wilson's interval, and for labels of equal weight only.
 */
const clamp = (value: number) => Math.min(10, Math.max(0, Math.round(value)));

/** Most answers are perfect, some fail completely: as skewed as scores get. */
const PERFECT_OR_NOT: readonly (readonly [share: number, scores: readonly [number, number]])[] = [
  [0.55, [10, 10]],
  [0.15, [9, 10]],
  [0.1, [7, 9]],
  [0.1, [3, 8]],
  [0.06, [0, 6]],
  [0.04, [0, 0]],
];

export const SKEWED_SCORES: HumanWorld = {
  name: "skewed scores",
  pass: false,
  means: [0, 1].map((side) =>
    PERFECT_OR_NOT.reduce((sum, [share, scores]) => sum + share * scores[side as 0 | 1], 0),
  ) as [number, number],
  draw: (random) => {
    let left = random.uniform();
    for (const [share, scores] of PERFECT_OR_NOT) {
      left -= share;
      if (left < 0) return [scores[0], scores[1]];
    }
    return [0, 0];
  },
};

/** Hardly anything passes, and nothing makes one case like another. */
export const SELDOM_PASSES: HumanWorld = {
  name: "seldom passes",
  pass: true,
  means: [0.25, 0.4],
  draw: (random) => [Number(random.uniform() < 0.25), Number(random.uniform() < 0.4)],
};

export const HOLD_OUT_JUDGES: SimulatedJudge[] = [
  {
    // It knows three words: bad, fair, good.
    name: "coarse",
    score: (random, truth, _, { pass }) =>
      pass ? told(random, truth, 0.85, 0.85) : [2, 6, 9][truth < 4 ? 0 : truth < 8 ? 1 : 2]!,
  },
  {
    // Right nearly always, and then absurd.
    name: "seldom absurd",
    score: (random, truth, _, { pass }) => {
      if (random.uniform() < 0.04) return pass ? 1 - truth : clamp(10 - truth);
      return truth;
    },
  },
  {
    name: "lenient throughout",
    score: (random, truth, _, { pass }) =>
      pass ? told(random, truth, 0.99, 0.6) : clamp(truth + 3 + 0.6 * bellShaped(random)),
  },
  {
    // Harder on the second subject, and on what is bad anyway.
    name: "harsh to one",
    score: (random, truth, subject, { pass }) =>
      pass
        ? told(random, truth, subject === 1 ? 0.6 : 0.95, 0.97)
        : clamp(truth - (subject === 1 ? 0.3 * (10 - truth) + 1 : 0) + bellShaped(random)),
  },
];

function told(random: RandomStream, truth: number, sensitivity: number, specificity: number): number {
  return Number(random.uniform() < (truth === 1 ? sensitivity : 1 - specificity));
}
