import { RatingStore } from "../../../src/judging/rubric/tables/rating-store.ts";
import { summarizeRatingStore } from "../../../src/judging/rubric/tables/summary.ts";
import { judgeRegression } from "../../../src/report/compare/regression.ts";
import { mcnemarFromPairs, type RandomStream, seededRandom } from "../../../src/statistics/index.ts";
import { batchDecision } from "./batch-decisions.ts";
import { comparedCampaigns, comparedPairs, gateAnswer, saysBetter } from "./campaigns.ts";
import { percent } from "./coverage-tables.ts";
import { SCORE_SHAPES, type ScoreShape } from "./score-shapes.ts";
import { type Effort, leeway, type Progress, type SimulatedTable, seedOf } from "./simulated-table.ts";

/** A decision that is printed, made where it would be wrong. */
interface Decision {
  name: string;
  isWrong(random: RandomStream, shape: ScoreShape, cases: number): boolean;
}

const equals = (count: number) => Array.from({ length: count }, () => 0);

function decisionsOf({ models }: Effort): Decision[] {
  return [
    ...models.map((count) => ({
      name: `report: ${count} equal models, some pair is called different`,
      isWrong: (random: RandomStream, shape: ScoreShape, cases: number) =>
        comparedPairs(random, shape, cases, equals(count)).some(saysBetter),
    })),
    {
      name: "report: one model far better than three equal ones, which are called different",
      isWrong: (random, shape, cases) =>
        comparedPairs(random, shape, cases, [12, 0, 0, 0]).some(
          (pair) => saysBetter(pair) && pair.first.id !== "m0" && pair.second.id !== "m0",
        ),
    },
    ...[0, 0.5].map((margin) => ({
      name: `compare: a drop of exactly the margin ${margin} is called a regression`,
      isWrong: (random: RandomStream, shape: ScoreShape, cases: number) => regresses(random, shape, cases, 1, margin),
    })),
    {
      name: "compare: three unchanged models, a regression is called",
      isWrong: (random, shape, cases) => regresses(random, shape, cases, 3, 0),
    },
    ...[0, 0.5].flatMap((margin) =>
      [1, 3].map((models) => ({
        name: `gate: ${models === 1 ? "an unchanged model is" : "one of three unchanged models is"} called worse, margin ${margin}`,
        isWrong: (random: RandomStream, shape: ScoreShape, cases: number) =>
          gateAnswer(comparedCampaigns(random, shape, cases, models, 0), margin) === "regressed",
      })),
    ),
    {
      name: "gate: a drop of twice the margin 0.5 is ruled out",
      isWrong: (random, shape, cases) =>
        gateAnswer(comparedCampaigns(random, shape, cases, 1, 1), 0.5) === "no_change_shown",
    },
    {
      name: "compare: as many cases pass, and p is at most 0.05",
      isWrong: (random, shape, cases) => {
        const pair = () => [shape.draw(random) > 6.5, shape.draw(random) > 6.5] as const;
        return mcnemarFromPairs(Array.from({ length: cases }, pair)).p_value <= 0.05;
      },
    },
    ...[2, 3].map((variants) => ({
      name: `rubric: ${variants} equal variants, some p is at most 0.05`,
      isWrong: (random: RandomStream, shape: ScoreShape, cases: number) => rubricShows(random, shape, cases, variants),
    })),
    ...(["paired", "unpaired"] as const).flatMap((method) => [
      {
        name: `batch, ${method}: a change that does nothing is kept`,
        isWrong: (random: RandomStream, shape: ScoreShape, cases: number) =>
          batchDecision(random, shape, cases, { method, gain: 0, minimum: 0 }) === "keep",
      },
      {
        name: `batch, ${method}: a change worth the minimum is reverted`,
        isWrong: (random: RandomStream, shape: ScoreShape, cases: number) =>
          batchDecision(random, shape, cases, { method, gain: 0.5, minimum: 0.5 }) === "revert",
      },
    ]),
  ];
}

/** How often a decision is wrong where nothing, or exactly what is allowed, has changed. The highest share over the five shapes is given. */
export function errorTable(effort: Effort, progress: Progress): SimulatedTable {
  const problems: string[] = [];
  const rows = decisionsOf(effort).map(({ name, isWrong }) => {
    const cells = effort.errorCases.map((cases) => {
      progress(`errors: ${name}, ${cases} cases`);
      const shares = SCORE_SHAPES.map((shape) => {
        const random = seededRandom(seedOf(name, shape.name, cases));
        return errorShare(effort, () => isWrong(random, shape, cases));
      });
      const highest = Math.max(...shares);
      if (highest > LIMIT + leeway(0.05, effort.errors.most, effort))
        problems.push(`${name}, ${cases} cases: ${percent(highest)} of the time; at most ${percent(LIMIT)} is allowed`);
      return percent(highest);
    });
    return [name, ...cells];
  });
  return {
    name: "errors",
    head: ["wrong decision", ...effort.errorCases.map((cases) => `${cases} cases`)],
    rows,
    problems,
  };
}

const LIMIT = 0.055;

/** Doubles the campaigns as long as the limit is within two standard errors. */
function errorShare({ errors: { first, most } }: Effort, isWrong: () => boolean): number {
  let wrong = 0;
  let campaigns = 0;
  for (let goal = first; ; goal *= 2) {
    for (; campaigns < goal; campaigns++) if (isWrong()) wrong += 1;
    const share = wrong / campaigns;
    const isClear = share + 2 * Math.sqrt((share * (1 - share)) / campaigns) < LIMIT;
    if (isClear || goal * 2 > most) return share;
  }
}

function regresses(random: RandomStream, shape: ScoreShape, cases: number, models: number, margin: number): boolean {
  return judgeRegression(comparedCampaigns(random, shape, cases, models, margin), margin).regressed;
}

function rubricShows(random: RandomStream, shape: ScoreShape, cases: number, variants: number): boolean {
  const store = new RatingStore(["quality"]);
  for (let variant = 0; variant < variants; variant++)
    for (let question = 0; question < cases; question++)
      store.add({
        columns: {},
        status: "verdict",
        scores: { quality: shape.draw(random) },
        roles: {
          sample: `${variant}/${question}`,
          model: "m",
          promptVariant: `v${variant}`,
          evalSetVariant: "",
          question: `q${question}`,
          judge: "judge",
        },
        failureTags: [],
        reasons: [],
        brokenRules: {},
        evidence: null,
        selfJudging: false,
        namesItself: false,
        brokenAnswers: [],
        offline: false,
        costUsd: null,
      });
  return summarizeRatingStore(store).differences.some(({ p_adjusted }) => p_adjusted !== null && p_adjusted <= 0.05);
}
