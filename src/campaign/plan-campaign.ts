import type { CampaignConfig } from "../config/index.ts";
import type { ImageSetting, OpenCatalogue } from "../runners/index.ts";
import { agentOf, imageKey, imageOf } from "./agent-images.ts";
import { type CampaignPlan, type PlanOptions, planTrials } from "./plan.ts";
import { openTools, withToolsOfToday } from "./plan-tools.ts";
import { type PartOfCampaign, partOfCampaign } from "./shard-of-campaign.ts";

/**
 * Plans a campaign. Reads the store; writes and spends nothing. An agent's image id is part of a trial's identity, so it is
 * looked up first. A missing image is pulled only if `mayPull`, and only if a trial must run anyway, so that a store can be
 * inspected without a container engine.
 */
export async function planCampaign(
  config: CampaignConfig,
  options: PlanOptions,
  { mayPull = false } = {},
): Promise<CampaignPlan> {
  const tools = openTools(options);
  const plan = await planWithImage(config, options, tools, mayPull);
  return mayPull ? await withToolsOfToday(plan, tools, () => planWithImage(config, options, tools, mayPull)) : plan;
}

async function planWithImage(
  config: CampaignConfig,
  options: PlanOptions,
  tools: OpenCatalogue,
  mayPull: boolean,
): Promise<CampaignPlan> {
  const { findImage } = options;
  const part = partOfCampaign(config, options);
  const wanted: ReadonlyMap<string, ImageSetting> = findImage ? wantedImages(config, part) : new Map();
  if (!findImage || wanted.size === 0) return await planTrials(config, options, tools, new Map(), part);
  const ids = new Map<string, string>();
  const problems = new Map<string, string>();
  const look = async (pull: boolean): Promise<void> => {
    for (const [key, setting] of wanted) {
      if (ids.has(key)) continue;
      const choice = await findImage(setting, pull);
      if (choice.ok) ids.set(key, choice.image.id);
      else problems.set(key, choice.problem);
    }
  };
  await look(false);
  const plan = await planTrials(config, options, tools, ids, part);
  const unknown = [...wanted].filter(([key]) => !ids.has(key));
  if (unknown.length === 0) return plan;
  const mustRun = plan.trials.some(
    ({ trial, decision }) => trial.agent && trial.image_id === undefined && decision.action === "run",
  );
  if (!mayPull || !mustRun) {
    plan.warnings.push(...unknown.map(([key, setting]) => unknownSentence(setting, problems.get(key)!)));
    return plan;
  }
  // Not worth a download if a key is missing anyway.
  if (plan.problems.length > 0) return plan;
  problems.clear();
  await look(true);
  return problems.size === 0
    ? await planTrials(config, options, tools, ids, part)
    : { ...plan, problems: [...new Set(problems.values())] };
}

/** The distinct images and programs that the selected trials need. */
function wantedImages({ runProfile }: CampaignConfig, { questions }: PartOfCampaign): Map<string, ImageSetting> {
  const wanted = new Map<string, ImageSetting>();
  for (const { subject, selected } of questions) {
    const setting = imageOf(runProfile, selected, agentOf(subject, selected));
    if (setting) wanted.set(imageKey(setting), setting);
  }
  return wanted;
}

function unknownSentence(setting: ImageSetting, problem: string): string {
  if (setting.program !== undefined)
    return `the version of ${setting.program} is unknown (${problem}). Stored runs count as made with it.`;
  return (
    `the id of image ${setting.image} is unknown (${problem}). Stored runs count as made with it; ` +
    "`assay run` pulls the image when a trial must run, and then looks again."
  );
}
