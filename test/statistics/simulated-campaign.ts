import { normalQuantile, type RandomStream } from "../../src/statistics/index.ts";

/** Distributions of the hidden quality of cases; each has mean 6, so that the truth is known. */
const populations = {
  /** Cases around 6 in a bell shape. */
  bell: (random: RandomStream) => 6 + 1.5 * bellShaped(random),
  /** A third of the cases is hard: around 4, the others around 7. */
  uneven: (random: RandomStream) => (random.uniform() < 1 / 3 ? 4 : 7) + 0.8 * bellShaped(random),
};
export type Population = keyof typeof populations;

/** One campaign: every case with three runs that scatter around its quality, so that runs of a case resemble each other. */
export function simulateScores(random: RandomStream, cases: number, population: Population): number[][] {
  return Array.from({ length: cases }, () => {
    const quality = populations[population](random);
    return Array.from({ length: 3 }, () => quality + bellShaped(random));
  });
}

/** Two models of equal strength on the same cases: difficulty is shared, each has its own strengths and runs. */
export function simulateEqualPair(random: RandomStream, cases: number) {
  const first = new Map<string, number[]>();
  const second = new Map<string, number[]>();
  for (let index = 0; index < cases; index++) {
    const difficulty = populations.uneven(random);
    for (const side of [first, second]) {
      const quality = difficulty + 0.7 * bellShaped(random);
      side.set(
        `case_${index}`,
        Array.from({ length: 3 }, () => quality + bellShaped(random)),
      );
    }
  }
  return { first, second };
}

function bellShaped(random: RandomStream): number {
  return normalQuantile((random.word() + 0.5) / 2 ** 32);
}
