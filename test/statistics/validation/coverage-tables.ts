import {
  clusteredMean,
  type Interval,
  pairedDifference,
  passOverCases,
  passPowerK,
  type RandomStream,
  seededRandom,
  stratifiedMean,
  type Undefined,
  unpairedDifference,
} from "../../../src/statistics/index.ts";
import { bellShaped, EXACT_LEVELS, SCORE_SHAPES, type ScoreShape } from "./score-shapes.ts";
import { type Effort, leeway, type Progress, type SimulatedTable, seedOf } from "./simulated-table.ts";

type Found = Interval | Undefined;

/** A figure that is printed with an interval, and the truth it is about. */
interface Figure {
  name: string;
  truth(shape: ScoreShape): number;
  interval(random: RandomStream, shape: ScoreShape, cases: number): Found;
}

const draws = (random: RandomStream, { draw }: ScoreShape, count: number) =>
  Array.from({ length: count }, () => draw(random));
const SCALE = { low: 0, high: 10 };
const intervalOf = (result: { kind: string; interval?: Found } | Undefined): Found =>
  "interval" in result && result.interval ? result.interval : (result as Undefined);

const FIGURES: Figure[] = [
  {
    name: "score",
    truth: ({ truth }) => truth,
    interval: (random, shape, cases) =>
      intervalOf(
        clusteredMean(
          draws(random, shape, cases).map((score) => [score]),
          { scale: SCALE },
        ),
      ),
  },
  {
    name: "difference",
    truth: ({ truth }) => truth - 5,
    interval: (random, shape, cases) => {
      const side = (score: () => number) =>
        new Map(Array.from({ length: cases }, (_, index) => [`case_${index}`, [score()]]));
      const steady = side(() => (shape.name === "ties" ? 5 : 5 + 0.3 * bellShaped(random)));
      return intervalOf(
        pairedDifference(
          steady,
          side(() => shape.draw(random)),
          { draws: 1, scale: SCALE },
        ),
      );
    },
  },
  {
    name: "weighted mean",
    truth: ({ truth }) => truth,
    interval: (random, shape, cases) => {
      const half = cases >> 1;
      const strata = [
        { population: 4000, values: draws(random, shape, cases - half) },
        { population: 6000, values: draws(random, shape, half) },
      ];
      return intervalOf(stratifiedMean(strata, { scale: SCALE }));
    },
  },
  {
    name: "unpaired difference",
    truth: ({ truth }) => truth - 5,
    interval: (random, shape, cases) => {
      const steady = Array.from({ length: cases }, () => 5 + bellShaped(random));
      const group = (values: number[]) => [{ population: 10_000, values }];
      return intervalOf(unpairedDifference(group(steady), group(draws(random, shape, cases)), { scale: SCALE }));
    },
  },
];

/** How often 95 % intervals hold the truth, by figure, shape of the scores and number of cases. */
export function coverageTable(effort: Effort, progress: Progress): SimulatedTable {
  const problems: string[] = [];
  const rows = FIGURES.flatMap((figure) =>
    [...SCORE_SHAPES, ...(figure.name === "score" ? [EXACT_LEVELS] : [])].map((shape) => {
      progress(`coverage: ${figure.name}, ${shape.name}`);
      const cells = effort.cases.map((cases) => cellOf(figure, shape, cases, effort, problems));
      return [figure.name, shape.name, ...cells];
    }),
  );
  return {
    name: "coverage",
    head: ["interval of", "scores", ...effort.cases.map((cases) => `${cases} cases`)],
    rows,
    problems,
  };
}

function cellOf(figure: Figure, shape: ScoreShape, cases: number, effort: Effort, problems: string[]): string {
  const random = seededRandom(seedOf(figure.name, shape.name, cases));
  const tally = new CoverageTally(figure.truth(shape), shape.coarse === true);
  for (let campaign = 0; campaign < effort.coverage; campaign++) tally.add(figure.interval(random, shape, cases));
  problems.push(...tally.problems(effort).map((what) => `${figure.name}, ${shape.name}, ${cases} cases: ${what}`));
  return tally.words();
}

/** How many intervals hold the truth, those with and those without a mark apart. */
class CoverageTally {
  private readonly plain = { held: 0, all: 0 };
  private readonly rough = { held: 0, all: 0 };

  constructor(
    private readonly truth: number,
    private readonly coarse: boolean,
  ) {}

  add(interval: Found): void {
    if (interval.kind === "undefined") return;
    const count = interval.rough === undefined ? this.plain : this.rough;
    count.all += 1;
    if (interval.low <= this.truth && this.truth <= interval.high) count.held += 1;
  }

  /** A mark on most intervals of a cell is no excuse for the others. */
  problems(effort: Effort): string[] {
    const { held, all } = this.plain;
    if (all < effort.coverage / 10) return [];
    const spare = leeway(0.95, all, effort);
    const share = held / all;
    const isOff = share < 0.93 - spare || (!this.coarse && share > 0.97 + spare);
    return isOff ? [`${percent(share)} of intervals without a mark hold the truth; 93 to 97 % should`] : [];
  }

  words(): string {
    const all = this.plain.all + this.rough.all;
    if (all === 0) return "–";
    const share = percent((this.plain.held + this.rough.held) / all);
    return this.rough.all > this.plain.all ? `${share} rough` : share;
  }
}

/** Cases pass with chances of their own. */
const PASSING: { name: string; truth: number; chance(random: RandomStream): number }[] = [
  { name: "every case 80 %", truth: 0.8, chance: () => 0.8 },
  {
    name: "one case in five 20 %, the others 95 %",
    truth: 0.8,
    chance: (random) => (random.uniform() < 0.2 ? 0.2 : 0.95),
  },
  { name: "half 5 %, half 95 %", truth: 0.5, chance: (random) => (random.uniform() < 0.5 ? 0.05 : 0.95) },
];

/** The same for pass rates, with one and with several runs per case. */
export function passRateTable(effort: Effort, progress: Progress): SimulatedTable {
  const problems: string[] = [];
  const rows = PASSING.flatMap(({ name, truth, chance }) =>
    [1, 3].map((runs) => {
      progress(`coverage: pass rate, ${name}, ${runs} runs`);
      const cells = effort.cases.map((cases) => {
        const random = seededRandom(seedOf("rate", name, runs, cases));
        const tally = new CoverageTally(truth, true);
        for (let campaign = 0; campaign < effort.coverage; campaign++) {
          const counts = Array.from({ length: cases }, () => {
            const pass = chance(random);
            return { runs, passed: Array.from({ length: runs }, () => random.uniform() < pass).filter(Boolean).length };
          });
          tally.add(intervalOf(passOverCases(counts, 1, passPowerK).rate));
        }
        problems.push(...tally.problems(effort).map((what) => `pass rate, ${name}, ${cases} cases: ${what}`));
        return tally.words();
      });
      return [name, String(runs), ...cells];
    }),
  );
  return {
    name: "pass rates",
    head: ["cases pass", "runs", ...effort.cases.map((cases) => `${cases} cases`)],
    rows,
    problems,
  };
}

export const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
