import { type CampaignName, profileIdOf, runPlace, type TrialResult } from "../../records/index.ts";
import { shellWord } from "../../text/presentation/index.ts";

/** Composes commands that repeat a trial or its judging, for a shell. */
export function commandsFor(
  campaign: CampaignName,
  { model_id, case_id, repetition }: Pick<TrialResult, "model_id" | "case_id" | "repetition">,
): { title: string; command: string }[] {
  const { suite_id, run_profile, evaluation_profile } = campaign;
  const which = `--suite ${shellWord(suite_id)} --run-profile ${shellWord(profileIdOf(run_profile))}`;
  const trial = `--model ${shellWord(model_id)} --case ${shellWord(case_id)}`;
  const place = runPlace({ suite_id, run_profile, model_id, case_id, repetition });
  const files = { title: "its files for reading", command: `assay files ${shellWord(place)}` };
  if (evaluation_profile === null)
    return [{ title: "run it again", command: `assay run ${which} ${trial} --force` }, files];
  const judged = `${which} --evaluation-profile ${shellWord(profileIdOf(evaluation_profile))}`;
  return [
    { title: "run and judge it again", command: `assay run-eval ${judged} ${trial} --force` },
    { title: "judge what has changed", command: `assay run-eval ${judged} ${trial}` },
    files,
  ];
}
