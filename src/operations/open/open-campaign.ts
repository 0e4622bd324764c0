import { existsSync } from "node:fs";
import { join } from "node:path";
import { environmentSecrets, type PlanOptions } from "../../campaign/index.ts";
import {
  type CampaignConfig,
  countDiagnostics,
  findWorkspaceRoot,
  loadCampaign,
  subjectsOf,
} from "../../config/index.ts";
import { ConfigError, OptionError, StoreNotWritableError } from "../../errors/index.ts";
import { type Gateways, loadDotEnv } from "../../gateway/index.ts";
import { agentFingerprint } from "../../runners/index.ts";
import { CACHE_FOLDER, diskProblem, openStore, outputsFolder, type Store } from "../../store/index.ts";
import { createRedactor } from "../../text/index.ts";
import { type Controls, completeSurroundings, type Surroundings } from "../controls.ts";
import type { RemoteExecution, WorkersOptions } from "../workers/remote-execution.ts";
import { type FunctionModel, functionModelName } from "./functions/function-gateways.ts";
import { openWorkspaceGateways } from "./open-workspace-gateways.ts";
import { selectTrials } from "./select-trials.ts";
import { openShard, type ShardOptions } from "./shard-options.ts";

/** Which campaign, and which of its trials. */
export interface CampaignOptions extends Surroundings {
  /** Id or path. */
  suite: string;
  /** Id or path. */
  runProfile: string;
  /** Only these models, under every variant; `<model_id>+<variant_id>` names one of them. */
  models?: string[];
  /** Only these variants. */
  variants?: string[];
  /** Only these cases. */
  cases?: string[];
  /** Run everything that is selected again, whatever is stored. */
  force?: boolean;
  /** Tools with `recordings` answer themselves and are written down; their trials run again. Default: what is recorded is replayed. */
  recordTools?: boolean;
  /** Functions of the calling program as subjects, by `model_id`, in place of the suite's models. */
  subjects?: Record<string, FunctionModel>;
  /** Where results are kept, if not in the workspace's outputs/: a store that the caller opened and closes. */
  store?: Store;
}

/** A campaign with everything that planning needs. The caller closes it. */
export interface OpenedCampaign {
  config: CampaignConfig;
  /** The environment with the workspace's .env beneath it. */
  env: Record<string, string | undefined>;
  gateways: Gateways;
  store: Store;
  planOptions: PlanOptions;
  /** Who executes in place of this machine; left out where this machine does. */
  remote?: RemoteExecution;
  close(): Promise<void>;
}

interface OpenedBy {
  judges?: Record<string, FunctionModel>;
  named?: string[];
  workers?: WorkersOptions;
  strictSandbox?: boolean;
  /** With workers: judges' answers may hold what merely looks like a secret. */
  keepLookalikes?: boolean;
}

/**
 * Loads a campaign's files and opens its store.
 *
 * @throws OperationError for mistakes in the files, before anything is spent
 */
export async function openCampaign(
  options: CampaignOptions & OpenedBy & Partial<ShardOptions>,
  controls: Controls = {},
  { mayWrite }: { mayWrite: boolean } = { mayWrite: false },
): Promise<OpenedCampaign> {
  const { onEvent } = controls;
  const surroundings = completeSurroundings(options);
  const shard = await openShard(options, controls);
  const { suite, runProfile, force, recordTools } = options;
  const root = await findWorkspaceRoot(surroundings.cwd);
  const parsedForms =
    root === null || options.store ? undefined : await parsedFormsOf(root, surroundings.env, mayWrite);
  const loaded = await loadCampaign({ from: surroundings.cwd, suite, runProfile, parsedForms });
  if (!loaded.ok) throw new ConfigError(`nothing was run: ${countDiagnostics(loaded.diagnostics)}`, loaded.diagnostics);
  if (loaded.diagnostics.length > 0) onEvent?.({ type: "diagnostics", diagnostics: loaded.diagnostics });
  const config = withSubjects(loaded.value, options.subjects);
  const select = selectTrials(config, options);
  const { gateways: own, env } = await openWorkspaceGateways(config.root, surroundings.env, options);
  const store = options.store ?? openOutputs(config.root);
  const remote = options.workers && (await openRemote({ ...options, config, gateways: own, env }, controls));
  const gateways = remote?.gateways ?? own;
  return {
    config,
    env,
    gateways,
    store,
    planOptions: { store, gateways, select, shard, force, recordTools, agentFingerprint },
    ...(remote ? { remote } : {}),
    async close() {
      await own.close();
      if (!options.store) await store.close();
      await remote?.close();
    },
  };
}

async function openRemote(
  options: CampaignOptions & OpenedBy & Pick<OpenedCampaign, "config" | "gateways" | "env">,
  controls: Controls,
): Promise<RemoteExecution> {
  if (options.subjects || options.judges)
    throw new OptionError(
      "functions of the calling program cannot be executed by workers: give one or the other",
      "workers",
    );
  if (options.recordTools)
    throw new OptionError(
      "tools are recorded on one machine: leave out the workers, and replay with them later",
      "workers",
    );
  // Whoever has no workers does not wait for what they need.
  const { openRemoteExecution } = await import("../workers/remote-execution.ts");
  // Only those who run something ask for workers, and they listen to what happens in a campaign.
  return await openRemoteExecution({ ...options, ...options.workers }, controls);
}

/** Fewer cases than this are parsed in less time than anybody would notice. */
const CASES_WORTH_KEEPING = 300;

/** Where parsed cases are remembered; never one that holds a secret. Who only reads makes no outputs/ for it. */
async function parsedFormsOf(root: string, env: Record<string, string | undefined>, mayWrite: boolean) {
  const outputs = outputsFolder(root);
  if (!mayWrite && !existsSync(outputs)) return undefined;
  const redact = createRedactor(environmentSecrets(await loadDotEnv(root, env)));
  return {
    path: join(outputs, CACHE_FOLDER, "parsed-forms.jsonl"),
    mayKeep: (json: string) => redact.mayFind?.(json) === false,
    worthKeeping: CASES_WORTH_KEEPING,
  };
}

/** @throws OperationError when results cannot be kept there */
function openOutputs(root: string): Store {
  const outputs = outputsFolder(root);
  try {
    return openStore(outputs);
  } catch (error) {
    throw new StoreNotWritableError(
      `results cannot be written to ${outputs}: ${diskProblem(error) ?? (error as Error).message}`,
      { outputs },
      { cause: error },
    );
  }
}

function withSubjects(config: CampaignConfig, subjects: Record<string, FunctionModel> | undefined): CampaignConfig {
  if (!subjects) return config;
  const models = Object.keys(subjects).map((model_id) => ({
    model_id,
    requested_model: functionModelName(model_id),
  }));
  return { ...config, suite: { ...config.suite, models }, subjects: subjectsOf(models, config.variants) };
}
