import type { ShardReport } from "../../report/index.ts";
import { evaluationFolder } from "../../store/index.ts";
import type { Controls } from "../controls.ts";
import { recordShard } from "../open/record-shard.ts";
import type { ShardOptions } from "../open/shard-options.ts";
import { type EvaluatedCampaign, evaluateCampaign, type Interrupted, type RunEvalOptions } from "./run-eval.ts";

export type RunEvalShardResult = { status: "done"; report: ShardReport } | Interrupted;

/**
 * Runs and judges one part of a campaign, for machines that share the work. Results go to the store; merge the stores to report the whole.
 *
 * @example
 * const campaign = { suite: "quickstart", runProfile: "offline", evaluationProfile: "offline_judge" };
 * const { report: part } = await runEvalShard({ ...campaign, shard: { part: 2, of: 8 } });
 * console.log(part?.own, "of", part?.all, "trials");
 */
export async function runEvalShard(
  options: RunEvalOptions & ShardOptions,
  controls: Controls = {},
): Promise<RunEvalShardResult> {
  return await evaluateCampaign<RunEvalShardResult>(options, controls, async (evaluated) => {
    const { store, name } = evaluated;
    const report = shardOf(evaluated, options);
    recordShard(store, evaluationFolder(name, name.evaluation_profile ?? ""), report);
    await store.flush();
    return { status: "done", report };
  });
}

function shardOf(
  { plan, result, ledger, judgingLedger, stopped }: EvaluatedCampaign,
  { suite, runProfile, evaluationProfile }: RunEvalOptions,
): ShardReport {
  const { part, of, all_trials: all, division } = plan.shard!;
  const { suite_id, run_profile_id, evaluation_profile_id, trials } = result;
  const open = trials.filter(({ state }) => state !== "scored" && state !== "checked");
  return {
    schema_version: 1,
    kind: "shard_report",
    whole: `${suite_id} × ${run_profile_id} × ${evaluation_profile_id}`,
    shard: { part, of },
    unit: "trial",
    own: trials.length,
    all,
    division,
    done: trials.length - open.length,
    open: open.map(({ model_id, case_id, repetition, reason }) => ({
      name: `${model_id}/${case_id} #${repetition}`,
      reason: reason ?? "it has no score",
    })),
    spent_usd: ledger.spentUsd(),
    stopped: ledger.stopReason() ?? judgingLedger.stopReason() ?? stopped,
    next: [
      "assay store merge <outputs of every other shard>",
      `assay report --suite ${suite} --run-profile ${runProfile} --evaluation-profile ${evaluationProfile}`,
    ],
  };
}
