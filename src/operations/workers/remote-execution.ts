import type { ExecuteTrial, PlanOptions } from "../../campaign/index.ts";
import type { RunChecks } from "../../checks/index.ts";
import { openMachineQueries, remoteChecks, remoteTrials } from "../../cluster/index.ts";
import type { CampaignConfig } from "../../config/index.ts";
import type { Gateways } from "../../gateway/index.ts";
import { createByteRedactor, createRedactor } from "../../text/index.ts";
import type { Controls } from "../controls.ts";

import type { RedisOptions } from "./open-redis.ts";
import { openWorkersBoard } from "./workers-board.ts";

/** Execution of trials, judge calls and hooks by workers. */
export interface WorkersOptions extends RedisOptions {
  /** Jobs in Redis at a time. Defaults to 128. */
  window?: number;
}

/** Execution on other machines. */
export interface RemoteExecution {
  gateways: Gateways;
  execute: ExecuteTrial;
  executeChecks: RunChecks;
  /** Queries of a plan to the executing machines. */
  queries: Required<Pick<PlanOptions, "findImage" | "discoverTools">>;
  /** Maximum number of trials, and of judge calls, in flight. */
  maxConcurrency: number;
  /** Withdraws trials that no worker has begun. */
  takeBack(): void;
  /** Call after the collected results are stored. */
  close(): Promise<void>;
}

const WINDOW = 128;

export interface RemoteExecutionOptions extends WorkersOptions {
  config: CampaignConfig;
  gateways: Gateways;
  env: Record<string, string | undefined>;
  force?: boolean;
  strictSandbox?: boolean;
  keepLookalikes?: boolean;
}

/** @throws OperationError when Redis cannot be reached */
export async function openRemoteExecution(
  options: RemoteExecutionOptions,
  controls: Controls,
): Promise<RemoteExecution> {
  const { config, gateways, env, force, strictSandbox = false, window = WINDOW } = options;
  const {
    board,
    uploader,
    gateways: remote,
    secrets,
    close,
  } = await openWorkersBoard({ ...options, gateways, env, force }, controls);
  const redact = { text: createRedactor(secrets), bytes: createByteRedactor(secrets) };
  const { root, runProfile } = config;
  const signal = controls.noNewWork ?? controls.signal;
  return {
    gateways: remote,
    execute: remoteTrials({ board, uploader, root, redact, strictSandbox }),
    executeChecks: remoteChecks({ board, uploader, root, sandbox: runProfile.sandbox }),
    queries: openMachineQueries({ board, uploader, root, runProfile, signal }),
    maxConcurrency: window,
    takeBack: () => void board.takeBack("trial").catch(() => {}),
    close,
  };
}
