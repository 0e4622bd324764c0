import type { ExecuteOptions, PlanOptions } from "../campaign/index.ts";
import type { Interrupt } from "./interrupt.ts";
import type { OpenedCampaign } from "./open-campaign.ts";

/** How a pull of an image is told of and stopped. */
interface PullListener {
  note: (message: string) => void;
  interrupt: Interrupt;
}

/** The outside world that trials touch: runners, images, the sandbox (chosen when first needed) and the environment. */
export async function openRunners(
  { config, env, gateways }: OpenedCampaign,
  { note, interrupt }: PullListener,
): Promise<Pick<ExecuteOptions & PlanOptions, "gateways" | "runners" | "findImage" | "chooseSandbox" | "env">> {
  const { findImage, runLlmProbe, runOpenClaw } = await import("../runners/index.ts");
  const { chooseSandbox } = await import("../sandbox/index.ts");
  return {
    gateways,
    env,
    runners: { llm_probe: runLlmProbe, openclaw: runOpenClaw },
    findImage: ({ docker_cli: cli, image }, pull) => {
      const onPull = () => note(`Pulling ${image}, which is not on this machine yet.`);
      return findImage({ cli, image, env, pull, onPull, signal: interrupt.noNewWork });
    },
    chooseSandbox: () => chooseSandbox({ setting: config.runProfile.sandbox, env }),
  };
}
