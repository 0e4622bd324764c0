import type { LoadedTool } from "../config/index.ts";
import type { CampaignPlan } from "./plan.ts";
import type { PlannedQuestion } from "./planned-trial.ts";

export function toolsOf({ trials }: CampaignPlan): Set<LoadedTool> {
  const tools = new Set<LoadedTool>();
  for (const question of new Set(trials.map((planned) => planned.question)))
    for (const { source } of question.trial.request.ownTools ?? []) tools.add(source);
  return tools;
}

/** Number of trials that replay each recordings file, by path. */
export function trialsByRecording({ trials }: CampaignPlan): Map<string, number> {
  const counts = new Map<string, number>();
  const filesOf = new Map<PlannedQuestion, Set<string>>();
  for (const { question } of trials) {
    const { ownTools } = question.trial.request;
    if (ownTools === undefined) continue;
    const files = filesOf.get(question) ?? new Set<string>();
    if (!filesOf.has(question))
      for (const { mode, source } of ownTools) if (mode === "replayed") files.add(source.recordings!.path);
    filesOf.set(question, files);
    for (const file of files) counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  return counts;
}
