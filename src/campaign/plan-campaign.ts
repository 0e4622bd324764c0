import type { CampaignConfig } from "../config/index.ts";
import { type CampaignPlan, type PlanOptions, planTrials } from "./plan.ts";

/**
 * Plans a campaign. Reads the store; writes and spends nothing. The id of the OpenClaw image is part of a trial's
 * identity, so it is looked up first. An image that is missing is pulled only if `mayPull`, and only if a trial must
 * run anyway: a store can be looked at where there is no container engine.
 */
export async function planCampaign(
  config: CampaignConfig,
  options: PlanOptions,
  { mayPull = false } = {},
): Promise<CampaignPlan> {
  const { findImage } = options;
  const { openclaw } = config.runProfile;
  if (!findImage || !openclaw || !selectsAgents(config, options)) return await planTrials(config, options, undefined);
  const here = await findImage(openclaw, false);
  if (here.ok) return await planTrials(config, options, here.image.id);
  const plan = await planTrials(config, options, undefined);
  const mustRun = plan.trials.some(({ trial, decision }) => trial.agent && decision.action === "run");
  if (!mayPull || !mustRun) {
    plan.warnings.push(
      `the id of image ${openclaw.image} is unknown (${here.problem}). Stored runs count as made with it; ` +
        "`assay run` pulls the image when a trial must run, and then looks again.",
    );
    return plan;
  }
  // Not worth a download when a key is missing as well.
  if (plan.problems.length > 0) return plan;
  const pulled = await findImage(openclaw, true);
  if (pulled.ok) return await planTrials(config, options, pulled.image.id);
  return { ...plan, problems: [pulled.problem] };
}

function selectsAgents({ cases }: CampaignConfig, { select }: PlanOptions): boolean {
  return cases.some(({ agent, loaded }) => agent && (select?.cases?.includes(loaded.case.case_id) ?? true));
}
