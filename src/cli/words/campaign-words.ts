import type { Command } from "commander";
import type { CampaignOptions } from "../../operations/index.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** The words that name a campaign on the command line, and which of its trials are meant. */
export interface CampaignWords {
  suite: string;
  runProfile: string;
  model?: string[];
  variant?: string[];
  case?: string[];
  force?: boolean;
}

/** Said by every command that may execute what a model asks for. */
export const STRICT_SANDBOX = "run nothing where the sandbox lacks a limit; `assay doctor` says which";

export const RECORD_TOOLS = "let tools with `recordings` answer themselves and write it down; later runs replay it";

/** The options every command takes that works on a campaign. */
export function addCampaignOptions(command: Command): Command {
  return command
    .requiredOption("--suite <id or path>", "the suite: models and cases")
    .requiredOption("--run-profile <id or path>", "the run profile: settings and execution policy")
    .option("--model <model_id>", "only this model; may be repeated", collect)
    .option("--variant <variant_id>", "only this variant of the suite; may be repeated", collect)
    .option("--case <case_id>", "only this case, or all rows of a dataset; may be repeated", collect);
}

export function campaignOptions({ cwd, env }: Terminal, words: CampaignWords): CampaignOptions {
  const { suite, runProfile, model: models, variant: variants, case: cases, force } = words;
  return { cwd, env, suite, runProfile, models, variants, cases, force };
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}
