import { estimatePlan, planCampaign } from "../campaign/index.ts";
import { composePlanReport, type PlanReport } from "../report/index.ts";
import { findImage } from "../runners/index.ts";
import type { Controls } from "./controls.ts";
import { type CampaignOptions, openCampaign } from "./open-campaign.ts";

/** What a run would do: what is stored, what must run, and what it may cost. Spends nothing and writes nothing. */
export async function plan(options: CampaignOptions, controls: Controls = {}): Promise<PlanReport> {
  const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base");
  const opened = await openCampaign(options, controls);
  try {
    const { config, env, planOptions } = opened;
    const planned = await planCampaign(config, {
      ...planOptions,
      findImage: ({ docker_cli: cli, image }) => findImage({ cli, image, env, pull: false }),
    });
    // Texts of cases are data: what looks like a special token in them is counted as text.
    const count = (text: string) => countTokens(text, { disallowedSpecial: new Set() });
    return composePlanReport(planned, await estimatePlan(planned, count));
  } finally {
    await opened.close();
  }
}
