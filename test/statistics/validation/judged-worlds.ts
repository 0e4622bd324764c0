import type { RandomStream } from "../../../src/statistics/index.ts";
import { bellShaped } from "./score-shapes.ts";

/** The truth about a trial: the humans' score in any circumstances, and the judge's. */
export interface TrueTrial {
  case_id: string;
  truth: number;
  judge: number;
}

/** Human scores of two subjects on the same cases, with exactly known means. */
export interface HumanWorld {
  name: string;
  means: [number, number];
  /** A human's scores of the first and the second subject on a new case. */
  draw(random: RandomStream): [number, number];
  /** True if labels are pass or fail. */
  pass: boolean;
}

/** How a judge answers; `subject` is 0 or 1. */
export interface SimulatedJudge {
  name: string;
  score(random: RandomStream, truth: number, subject: number, world: HumanWorld): number;
}

const clamp = (value: number) => Math.min(10, Math.max(0, Math.round(value)));

/** Whole scores from 0 to 10, most of them high; hard cases are hard for both subjects. */
const DIFFICULTIES = [-4, -2, -1, 0, 0, 1, 1, 2];
const NOISES = [-2, -1, 0, 0, 1, 2];

export const SCORES: HumanWorld = {
  name: "scores",
  pass: false,
  means: [meanScore(6), meanScore(7)],
  draw: (random) => {
    const hard = DIFFICULTIES[random.below(DIFFICULTIES.length)]!;
    const noise = () => NOISES[random.below(NOISES.length)]!;
    return [clamp(6 + hard + noise()), clamp(7 + hard + noise())];
  },
};

function meanScore(level: number): number {
  let total = 0;
  for (const hard of DIFFICULTIES) for (const noise of NOISES) total += clamp(level + hard + noise);
  return total / (DIFFICULTIES.length * NOISES.length);
}

/** One case in four is hard: passed by 30 and 45 of 100, the others by 80 and 85. */
export const PASSES: HumanWorld = {
  name: "pass or fail",
  pass: true,
  means: [0.25 * 0.3 + 0.75 * 0.8, 0.25 * 0.45 + 0.75 * 0.85],
  draw: (random) => {
    const hard = random.uniform() < 0.25;
    return [Number(random.uniform() < (hard ? 0.3 : 0.8)), Number(random.uniform() < (hard ? 0.45 : 0.85))];
  },
};

const right = (random: RandomStream, truth: number, sensitivity: number, specificity: number) =>
  Number(random.uniform() < (truth === 1 ? sensitivity : 1 - specificity));

export const JUDGES: SimulatedJudge[] = [
  {
    name: "good",
    score: (random, truth, _, { pass }) =>
      pass ? right(random, truth, 0.95, 0.92) : clamp(truth + 0.8 * bellShaped(random)),
  },
  {
    name: "poor",
    score: (random, truth, _, { pass }) =>
      pass ? right(random, truth, 0.7, 0.5) : clamp(0.4 * truth + 3 + 3 * bellShaped(random)),
  },
  {
    name: "lenient to one",
    score: (random, truth, subject, { pass }) =>
      pass
        ? right(random, truth, 0.96, subject === 0 ? 0.3 : 0.92)
        : clamp(truth + (subject === 0 ? 2.5 : 0) + 0.8 * bellShaped(random)),
  },
  { name: "constant", score: (_random, _truth, _subject, { pass }) => (pass ? 1 : 7) },
  {
    name: "adversarial",
    score: (random, truth, _, { pass }) =>
      pass ? right(random, truth, 0.15, 0.15) : clamp(10 - truth + 0.8 * bellShaped(random)),
  },
];

/** All trials of a campaign: so many cases, each asked so often, of both subjects. */
export function simulateCampaign(
  random: RandomStream,
  world: HumanWorld,
  judge: SimulatedJudge,
  cases: number,
  repetitions = 1,
): [TrueTrial[], TrueTrial[]] {
  const sides: [TrueTrial[], TrueTrial[]] = [[], []];
  for (let index = 0; index < cases; index++) {
    for (let repetition = 0; repetition < repetitions; repetition++) {
      const truths = world.draw(random);
      for (const subject of [0, 1] as const)
        sides[subject].push({
          case_id: `case_${index}`,
          truth: truths[subject],
          judge: judge.score(random, truths[subject], subject, world),
        });
    }
  }
  return sides;
}
