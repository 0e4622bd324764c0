import type { Ledger } from "../../campaign/index.ts";
import { type CampaignOutcome, type CampaignPlan, filesNotice, runCampaign } from "../../campaign/index.ts";
import { type FilesMode, isReusable } from "../../records/index.ts";
import { composeRunReport, type RunReport } from "../../report/index.ts";
import { runsFolder } from "../../store/index.ts";
import type { Controls } from "../controls.ts";
import { announceWaitOnce } from "../open/announce-wait-once.ts";
import { type CampaignOptions, type OpenedCampaign, openCampaign } from "../open/open-campaign.ts";
import { recordShard } from "../open/record-shard.ts";
import type { ShardOptions } from "../open/shard-options.ts";
import { withWritableStore } from "../open/with-writable-store.ts";
import type { WorkersOptions } from "../workers/remote-execution.ts";
import { costOfRun, openCampaignLedger, spendingOf } from "./campaign-ledger.ts";
import { openRunners, refuseLesserSandbox } from "./open-runners.ts";
import { plainRunEvents } from "./plain-events.ts";

export interface RunOptions extends CampaignOptions {
  /**
   * Writes reading files for every trial: `always` (or true), `never` (or false), or `auto`, for campaigns of up to 2,000 trials. The log
   * has everything either way, and `makeFiles` writes them later. Defaults to `auto`.
   */
  files?: FilesMode | boolean;
  /** Refuses to run if the sandbox for commands and hooks lacks a limit, before anything is spent. Defaults to false. */
  strictSandbox?: boolean;
  /**
   * Stops starting work before the campaign might cost more than this in total: runs, judges and retries, including what earlier commands
   * spent on this store.
   */
  maxCostUsd?: number;
  /** Has workers on this Redis execute trials, judge calls and hooks, instead of this machine. */
  workers?: WorkersOptions;
}

/**
 * Runs a suite's cases under a run profile. Stored results are reused.
 *
 * @example
 * const { totals } = await run({ suite: "quickstart", runProfile: "offline" });
 * console.log(totals.statuses.success, "of", totals.trials, "trials succeeded");
 */
export async function run(options: RunOptions & Partial<ShardOptions>, controls: Controls = {}): Promise<RunReport> {
  const opened = await openCampaign(options, controls, { mayWrite: true });
  const ledger = openCampaignLedger(opened, options);
  try {
    return await withWritableStore(opened.store.outputs, opened.gateways, () =>
      runOpened(opened, ledger, options, controls),
    );
  } finally {
    ledger.close();
    await opened.close();
  }
}

async function runOpened(
  opened: OpenedCampaign,
  ledger: Ledger,
  options: RunOptions,
  controls: Controls,
): Promise<RunReport> {
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
    onWait: announceWaitOnce(onEvent),
    ledger,
  });
  if (!ran.ok) throw ran.error;
  ledger.close();
  reportOmittedFiles(ran.plan, options.files, onEvent);
  noteShard(opened, ran);
  await opened.store.flush();
  const stored = ran.outcomes.reduce(
    (sum, { source, summary }) => sum + (source === "executed" && summary ? costOfRun(summary) : 0),
    0,
  );
  return composeRunReport(ran.plan, ran, spendingOf(ledger, ran.stopped?.kind === "interrupted" ? stored : undefined));
}

/** Says how to get the reading files of a campaign that is too large for them. */
export function reportOmittedFiles(
  { trials, config }: CampaignPlan,
  files: RunOptions["files"],
  onEvent: Controls["onEvent"],
): void {
  const message = filesNotice(files, trials.length, config.suite.suite_id);
  if (message !== null) onEvent?.({ type: "note", message });
}

/** Records this part in the store for those who merge all parts. */
function noteShard(
  { store }: OpenedCampaign,
  { plan: { shard, name }, outcomes }: CampaignOutcome & { plan: CampaignPlan },
): void {
  if (!shard) return;
  const { part, of, division, all_trials: all } = shard;
  const done = outcomes.filter(({ summary }) => summary && isReusable(summary.status)).length;
  const whole = runsFolder(name);
  recordShard(store, whole, { shard: { part, of }, division, own: outcomes.length, all, done });
}
