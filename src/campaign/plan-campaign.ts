import type { CampaignConfig } from "../config/index.ts";
import { type ImageSetting, type OpenCatalogue, RUNNERS } from "../runners/index.ts";
import { type CampaignPlan, type PlanOptions, planTrials } from "./plan.ts";
import { openTools, withToolsOfToday } from "./plan-tools.ts";

/**
 * Plans a campaign. Reads the store; writes and spends nothing. The id of an agent's image is part of a trial's
 * identity, so it is looked up first. An image that is missing is pulled only if `mayPull`, and only if a trial must
 * run anyway: a store can be looked at where there is no container engine.
 */
export async function planCampaign(
  config: CampaignConfig,
  options: PlanOptions,
  { mayPull = false } = {},
): Promise<CampaignPlan> {
  const tools = openTools(options);
  const plan = await planWithImage(config, options, tools, mayPull);
  // Whoever only reads reports no problems of running, but trials that cannot be looked up must not be missed.
  if (!options.discoverTools) plan.warnings.push(...plan.problems.filter((problem) => problem.startsWith("tool ")));
  return mayPull ? await withToolsOfToday(plan, tools, () => planWithImage(config, options, tools, mayPull)) : plan;
}

async function planWithImage(
  config: CampaignConfig,
  options: PlanOptions,
  tools: OpenCatalogue,
  mayPull: boolean,
): Promise<CampaignPlan> {
  const { findImage } = options;
  const wanted = wantedImage(config, options);
  if (!findImage || !wanted) return await planTrials(config, options, tools, undefined);
  const here = await findImage(wanted, false);
  if (here.ok) return await planTrials(config, options, tools, here.image.id);
  const plan = await planTrials(config, options, tools, undefined);
  const mustRun = plan.trials.some(({ trial, decision }) => trial.agent && decision.action === "run");
  if (!mayPull || !mustRun) {
    plan.warnings.push(
      `the id of image ${wanted.image} is unknown (${here.problem}). Stored runs count as made with it; ` +
        "`assay run` pulls the image when a trial must run, and then looks again.",
    );
    return plan;
  }
  // Not worth a download when a key is missing as well.
  if (plan.problems.length > 0) return plan;
  const pulled = await findImage(wanted, true);
  if (pulled.ok) return await planTrials(config, options, tools, pulled.image.id);
  return { ...plan, problems: [pulled.problem] };
}

/** The image that the selected cases run in; undefined when none of them needs one. */
function wantedImage({ cases, runProfile }: CampaignConfig, { select }: PlanOptions): ImageSetting | undefined {
  const wanted = select?.cases && new Set(select.cases);
  return cases
    .filter(({ loaded }) => wanted?.has(loaded.case.case_id) ?? true)
    .map(({ loaded }) => RUNNERS[loaded.case.runner.type].image(runProfile))
    .find((image) => image !== undefined);
}
