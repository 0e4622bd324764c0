import { type ComparedCampaign, comparedModel } from "../report/index.ts";
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
  const side = (modelId: string): ComparedCampaign => {
    const model = comparedModel(result, modelId);
    const label = model.label === modelId ? modelId : `${model.label} (${modelId})`;
    return { label, name: model.label, models: [model], judging: [] };
  };
  return [side(base), side(candidate)];
}
