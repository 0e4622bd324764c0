import type { ExecuteOptions } from "../campaign/index.ts";
import type { OpenedCampaign } from "./open-campaign.ts";

/** The outside world that trials touch: runners, the sandbox (chosen when first needed) and the environment. */
export async function openRunners({
  config,
  env,
  gateways,
}: OpenedCampaign): Promise<Pick<ExecuteOptions, "gateways" | "runners" | "chooseSandbox" | "env">> {
  const { runLlmProbe, runOpenClaw } = await import("../runners/index.ts");
  const { chooseSandbox } = await import("../sandbox/index.ts");
  return {
    gateways,
    env,
    runners: { llm_probe: runLlmProbe, openclaw: runOpenClaw },
    chooseSandbox: () => chooseSandbox({ setting: config.runProfile.sandbox, env }),
  };
}
