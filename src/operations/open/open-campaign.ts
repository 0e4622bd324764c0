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

/** Selection of a campaign and its trials. */
export interface CampaignOptions extends Surroundings {
  /** Id or path. */
  suite: string;
  /** Id or path. */
  runProfile: string;
  /** Only these models, under every variant, or a single `<model_id>+<variant_id>`. */
  models?: string[];
  /** Only these variants. */
  variants?: string[];
  /** Only these cases. */
  cases?: string[];
  /** Runs all selected trials again. */
  force?: boolean;
  /** Records the answers of tools with `recordings` and runs their trials again. By default, recordings are replayed. */
  recordTools?: boolean;
  /** Functions of the calling program as subjects, by the `model_id` they replace. */
  subjects?: Record<string, FunctionModel>;
  /** Store for results instead of the workspace's; the caller closes it. */
  store?: Store;
}

/** Opened campaign with everything for planning; the caller closes it. */
export interface OpenedCampaign {
  config: CampaignConfig;
  /** Environment, completed by the workspace's .env. */
  env: Record<string, string | undefined>;
  gateways: Gateways;
  store: Store;
  planOptions: PlanOptions;
  /** Remote executor; omitted without workers. */
  remote?: RemoteExecution;
  close(): Promise<void>;
}

interface OpenedBy {
  judges?: Record<string, FunctionModel>;
  named?: string[];
  workers?: WorkersOptions;
  strictSandbox?: boolean;
  /** With workers: keeps strings in judges' answers that look like secrets. */
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
  // Loaded only for workers.
  const { openRemoteExecution } = await import("../workers/remote-execution.ts");
  // Only operations that run trials take workers, and their events include those of workers.
  return await openRemoteExecution({ ...options, ...options.workers }, controls);
}

/** Fewer cases are parsed fast enough. */
const CASES_WORTH_KEEPING = 300;

/** Opens the cache of parsed cases, without those that contain a secret. Reading operations do not create outputs/. */
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

/** @throws OperationError when results cannot be stored there */
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
