import type { JudgedCampaign } from "../../../src/records/index.ts";
import { type CampaignComparison, compareCampaigns } from "../../../src/report/compare/compare-campaigns.ts";
import type { GateAnswer } from "../../../src/report/gate/answer.ts";
import { decideGate } from "../../../src/report/gate/decide-gate.ts";
import type { Comparison } from "../../../src/report/statistics/comparison.ts";
import { compareModels } from "../../../src/report/statistics/model-comparisons.ts";
import { mean, type RandomStream } from "../../../src/statistics/index.ts";
import { bellShaped, type ScoreShape } from "./score-shapes.ts";

/** Scores of one model by case, as the report has them. */
type Scores = Map<string, number[]>;

/** One score for every case; `lift` is what this model is better by. Difficulty is shared by all models, and drops out of every difference. */
function simulatedScores(random: RandomStream, shape: ScoreShape, difficulties: readonly number[], lift = 0): Scores {
  return new Map(difficulties.map((hard, index) => [`case_${index}`, [shape.draw(random) + hard + lift]]));
}

/** How hard each case is for everyone; whole numbers, so that ties stay ties. */
function difficultiesOf(random: RandomStream, cases: number): number[] {
  return Array.from({ length: cases }, () => Math.round(bellShaped(random)));
}

/** All pairs as `assay report` compares them: every model with the lift it has. */
export function comparedPairs(
  random: RandomStream,
  shape: ScoreShape,
  cases: number,
  lifts: readonly number[],
): Comparison[] {
  const difficulties = difficultiesOf(random, cases);
  const models = lifts.map((_, index) => ({ model_id: `m${index}`, label: `m${index}` }));
  const scores = new Map(lifts.map((lift, index) => [`m${index}`, simulatedScores(random, shape, difficulties, lift)]));
  const height = (id: string) => mean([...scores.get(id)!.values()].flat());
  const ranking = models.map(({ model_id }) => model_id).sort((one, other) => height(other) - height(one));
  return compareModels({ models } as unknown as JudgedCampaign, scores, ranking);
}

export function saysBetter({ verdict }: Comparison): boolean {
  return verdict === "first_better" || verdict === "second_better";
}

/** Two campaigns of the same models as `assay compare` and `assay gate` see them; the candidate's are all worse by `drop`. */
export function comparedCampaigns(
  random: RandomStream,
  shape: ScoreShape,
  cases: number,
  models: number,
  drop: number,
): CampaignComparison {
  const difficulties = difficultiesOf(random, cases);
  const campaign = (lift: number) => ({
    label: "campaign",
    name: "campaign",
    judging: [],
    left_out: [],
    as_stored: null,
    models: Array.from({ length: models }, (_, index) => ({
      model_id: `m${index}`,
      label: `m${index}`,
      scores: simulatedScores(random, shape, difficulties, lift),
      passes: new Map<string, boolean[]>(),
    })),
  });
  const outcome = compareCampaigns(campaign(0), campaign(-drop));
  if (!outcome.ok) throw new Error(outcome.problem);
  return outcome.comparison;
}

export function gateAnswer(comparison: CampaignComparison, margin: number): GateAnswer {
  const nothing = { fails_now: [], passes_now: [], flaky: [] };
  return decideGate(comparison, nothing, { campaign: "s/r/e", margin, strict: false, sameRuns: false }).answer;
}
