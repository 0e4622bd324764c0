import { runCampaign } from "../campaign/index.ts";
import { composeRunReport, type RunReport } from "../report/index.ts";
import { plainRunEvents, type RunEvent } from "./campaign-events.ts";
import type { Controls } from "./controls.ts";
import { type CampaignOptions, type OpenedCampaign, openCampaign } from "./open-campaign.ts";
import { openRunners, refuseLesserSandbox } from "./open-runners.ts";
import { OperationError } from "./operation-error.ts";
import { storingIn } from "./storage.ts";

export interface RunOptions extends CampaignOptions {
  /** Whether run_N.json is made for every trial; the log has everything either way. Default: true. */
  files?: boolean;
  /** Refuses to run where the sandbox for commands and hooks lacks a limit, before anything is spent. Default: false. */
  strictSandbox?: boolean;
}

/** Runs a suite's cases under a run profile. What is stored already is reused. */
export async function run(options: RunOptions, controls: Controls<RunEvent> = {}): Promise<RunReport> {
  const opened = await openCampaign(options, controls, { mayWrite: true });
  try {
    return await storingIn(opened.store.outputs, opened.gateways, () => underWay(opened, options, controls));
  } finally {
    await opened.close();
  }
}

async function underWay(opened: OpenedCampaign, options: RunOptions, controls: Controls<RunEvent>): Promise<RunReport> {
  const { noNewWork, signal, onEvent } = controls;
  const runners = openRunners(opened, controls, options);
  await refuseLesserSandbox(options, runners);
  const ran = await runCampaign(opened.config, {
    ...opened.planOptions,
    ...runners,
    files: options.files,
    noNewWork,
    signal,
    onEvent: plainRunEvents(onEvent),
  });
  if (!ran.ok) throw new OperationError(ran.problems.join("\n"));
  await opened.store.flush();
  return composeRunReport(ran.plan, ran);
}
