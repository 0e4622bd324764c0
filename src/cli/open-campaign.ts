import type { Command } from "commander";
import type { PlanOptions, TrialSelection } from "../campaign/index.ts";
import type { CampaignConfig } from "../config/index.ts";
import type { Gateways } from "../gateway/index.ts";
import { UsageError } from "./exit-codes.ts";
import type { Terminal } from "./terminal.ts";

/** The words that name a campaign on the command line, and which of its trials are meant. */
export interface CampaignWords {
  suite: string;
  runProfile: string;
  model?: string[];
  case?: string[];
  force?: boolean;
}

/** The options every command takes that works on a campaign. */
export function addCampaignOptions(command: Command): Command {
  return command
    .requiredOption("--suite <id or path>", "the suite: models and cases")
    .requiredOption("--run-profile <id or path>", "the run profile: settings and execution policy")
    .option("--model <model_id>", "only this model; may be repeated", collect)
    .option("--case <case_id>", "only this case; may be repeated", collect);
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}

export interface OpenedCampaign {
  config: CampaignConfig;
  /** The environment with the workspace's .env beneath it. */
  env: Record<string, string | undefined>;
  gateways: Gateways;
  planOptions: PlanOptions;
}

/**
 * Loads a campaign's files and prepares what planning needs. Mistakes in the files are printed with their places and end
 * the command with exit code 2, before anything is spent. The caller closes the gateways.
 */
export async function openCampaign(terminal: Terminal, words: CampaignWords): Promise<OpenedCampaign> {
  const { countDiagnostics, formatDiagnostics, loadCampaign } = await import("../config/index.ts");
  const { loadDotEnv, openGateways } = await import("../gateway/index.ts");
  const { agentFingerprint } = await import("../runners/index.ts");
  const { outputsFolder } = await import("../store/index.ts");
  const loaded = await loadCampaign({ from: terminal.cwd, suite: words.suite, runProfile: words.runProfile });
  if (loaded.diagnostics.length > 0)
    terminal.err(formatDiagnostics(loaded.diagnostics, { colors: terminal.errColors.isColorSupported }));
  if (!loaded.ok) throw new UsageError(`nothing was run: ${countDiagnostics(loaded.diagnostics)}`);
  const config = loaded.value;
  const select = await selection(config, words);
  const env = await loadDotEnv(config.root, terminal.env);
  const gateways = openGateways({ env });
  const outputs = outputsFolder(config.root);
  const planOptions = { outputs, gateways, select, force: words.force, agentFingerprint };
  return { config, env, gateways, planOptions };
}

async function selection({ suite, cases }: CampaignConfig, words: CampaignWords): Promise<TrialSelection> {
  const modelIds = suite.models.map(({ model_id }) => model_id);
  const caseIds = cases.map(({ loaded }) => loaded.case.case_id);
  if (modelIds.length === 0) throw new UsageError(`suite ${suite.suite_id} has no models, so there is nothing to run`);
  if (caseIds.length === 0)
    throw new UsageError(`suite ${suite.suite_id} selects no cases, so there is nothing to run`);
  await checkKnown("--model", words.model, modelIds, `models of suite ${suite.suite_id}`);
  await checkKnown("--case", words.case, caseIds, `cases that suite ${suite.suite_id} selects`);
  return { models: words.model, cases: words.case };
}

async function checkKnown(flag: string, wanted: string[] | undefined, known: string[], what: string): Promise<void> {
  const { didYouMean } = await import("../config/index.ts");
  for (const id of wanted ?? []) {
    if (known.includes(id)) continue;
    const hint =
      didYouMean(id, known) ?? `There are: ${known.slice(0, 20).join(", ")}${known.length > 20 ? ", …" : ""}.`;
    throw new UsageError(`${flag} ${id} is not among the ${what}. ${hint}`);
  }
}
