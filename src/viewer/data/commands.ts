import type { TrialInCampaign } from "../../operations/index.ts";
import type { TrialPage } from "../wire/index.ts";

/** The ids that commands take. */
export interface CampaignIds {
  suite_id: string;
  run_profile: string;
  evaluation_profile: string | null;
}

/** The commands that repeat a trial or judge it again, to be pasted into a shell. */
export function commandsFor(campaign: CampaignIds, { model_id, case_id }: TrialInCampaign): TrialPage["commands"] {
  const { suite_id, run_profile, evaluation_profile } = campaign;
  const which = `--suite ${word(suite_id)} --run-profile ${word(idOf(run_profile))}`;
  const trial = `--model ${word(model_id)} --case ${word(case_id)}`;
  if (evaluation_profile === null) return [{ title: "run it again", command: `assay run ${which} ${trial} --force` }];
  const judged = `${which} --evaluation-profile ${word(idOf(evaluation_profile))}`;
  return [
    { title: "run and judge it again", command: `assay run-eval ${judged} ${trial} --force` },
    { title: "judge what has changed", command: `assay run-eval ${judged} ${trial}` },
  ];
}

/** A profile without its fp8. */
function idOf(folder: string): string {
  return folder.replace(/-[0-9a-f]{8}$/, "");
}

/** Ids come from the store: whatever they hold, a shell takes them as one word. */
function word(text: string): string {
  return /^[\w.+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
