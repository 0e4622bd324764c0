import type { Command } from "commander";
import type { CampaignOptions } from "../../operations/index.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { runProfileOption, suiteOption } from "./repeated-options.ts";

/** Flags that choose a campaign and some of its trials. */
export interface CampaignFlags {
  suite: string;
  runProfile: string;
  model?: string[];
  variant?: string[];
  case?: string[];
  force?: boolean;
}

/** Adds the options of every command that works on a campaign. */
export function addCampaignOptions(command: Command): Command {
  return command
    .addOption(suiteOption())
    .addOption(runProfileOption())
    .option("--model <model_id>", "only this model; may be repeated", collect)
    .option("--variant <variant_id>", "only this variant of the suite; may be repeated", collect)
    .option("--case <case_id>", "only this case, or all rows of a dataset; may be repeated", collect);
}

export function campaignOptions({ cwd, env }: Terminal, flags: CampaignFlags): CampaignOptions {
  const { suite, runProfile, model: models, variant: variants, case: cases, force } = flags;
  return { cwd, env, suite, runProfile, models, variants, cases, force };
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}
