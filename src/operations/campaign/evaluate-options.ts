import type { LoadedEvaluationProfile } from "../../config/index.ts";
import type { EvaluateOptions } from "../../judging/index.ts";
import type { OpenedCampaign } from "../open/open-campaign.ts";

/** Collects what judging or reading an opened campaign needs. */
export function composeEvaluateOptions(
  { config, env, gateways, store, remote }: OpenedCampaign,
  evaluation: LoadedEvaluationProfile,
  chooseSandbox: EvaluateOptions["chooseSandbox"],
): Omit<EvaluateOptions, "mode"> {
  const { executeChecks, maxConcurrency } = remote ?? {};
  return {
    config,
    evaluation,
    store,
    gateways,
    env,
    chooseSandbox: remote ? async () => ({ ok: false, reason: "workers have sandboxes of their own" }) : chooseSandbox,
    executeChecks,
    maxConcurrency,
  };
}
