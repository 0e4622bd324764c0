import { type ComparedCampaign, type ComparedModel, comparedModel } from "../report/index.ts";
import { UsageError } from "./exit-codes.ts";
import { type JudgedCampaignWords, readJudgedCampaign } from "./read-judged-campaign.ts";
import type { Terminal } from "./terminal.ts";

/** Two models of one campaign, as the store has it. */
export async function readModelSides(
  terminal: Terminal,
  [base, candidate]: [string, string],
  words: JudgedCampaignWords,
): Promise<[ComparedCampaign, ComparedCampaign]> {
  if (base === candidate) throw new UsageError(`${base} is compared with itself; give two different model ids`);
  const result = await readJudgedCampaign(terminal, { ...words, model: [base, candidate] });
  const models = [comparedModel(result, base), comparedModel(result, candidate)] as const;
  const sameLabel = models[0].label === models[1].label;
  const side = (model: ComparedModel): ComparedCampaign => {
    const label = sameLabel ? model.model_id : model.label;
    return { label, name: label, models: [model], judging: [] };
  };
  return [side(models[0]), side(models[1])];
}
