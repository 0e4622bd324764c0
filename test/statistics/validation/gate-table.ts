import { answerAbout } from "../../../src/report/gate/answer.ts";
import { seededRandom } from "../../../src/statistics/index.ts";
import { comparedCampaigns, gateAnswer } from "./campaigns.ts";
import { percent } from "./coverage-tables.ts";
import { SCORE_SHAPES, type ScoreShape } from "./score-shapes.ts";
import { type Effort, leeway, type Progress, type SimulatedTable, seedOf, shareOf } from "./simulated-table.ts";

const MARGIN = 1;

/** The required outcomes with the requested number of cases. */
const OUTCOMES = [
  { name: `a drop of the margin is called a regression`, drop: MARGIN, answer: "regressed" },
  { name: "no change is called none", drop: 0, answer: "no_change_shown" },
] as const;

/**
 * Tests the number of cases given for "too little data". A campaign without any change requests a number of cases; another one,
 * with that number, has to answer four times out of five. Returns the lowest share over the five shapes.
 */
export function gateTable(effort: Effort, progress: Progress): SimulatedTable {
  const problems: string[] = [];
  const campaigns = Math.ceil(effort.power / 2);
  const pilots = effort.cases.filter((cases) => cases <= 30);
  const rows = OUTCOMES.map(({ name, drop, answer }) => {
    const cells = pilots.map((cases) => {
      progress(`gate: ${name}, ${cases} cases`);
      const shares = SCORE_SHAPES.flatMap((shape) => answeredShare(shape, cases, campaigns, drop, answer) ?? []);
      const lowest = Math.min(...shares);
      if (lowest < 0.8 - leeway(0.8, campaigns, effort))
        problems.push(`gate, ${name}, ${cases} cases at first: ${percent(lowest)}; 80 % should be`);
      return percent(lowest);
    });
    return [name, ...cells];
  });
  return {
    name: "gate",
    head: ["with the cases asked for", ...pilots.map((cases) => `after ${cases} cases`)],
    rows,
    problems,
  };
}

function answeredShare(
  shape: ScoreShape,
  cases: number,
  campaigns: number,
  drop: number,
  answer: (typeof OUTCOMES)[number]["answer"],
): number | null {
  const random = seededRandom(seedOf("gate", shape.name, cases, drop));
  return shareOf(campaigns, () => {
    const { cases_needed } = answerAbout(comparedCampaigns(random, shape, cases, 1, 0).overall, MARGIN, 1);
    if (cases_needed === null) return null;
    return gateAnswer(comparedCampaigns(random, shape, cases_needed, 1, drop), MARGIN) === answer;
  });
}
