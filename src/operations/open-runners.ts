import type { ExecuteOptions, PlanOptions } from "../campaign/index.ts";
import { findImage, RUNNERS } from "../runners/index.ts";
import { chooseSandbox } from "../sandbox/index.ts";
import type { Controls } from "./controls.ts";
import type { OpenedCampaign } from "./open-campaign.ts";

const EXECUTED_BY = Object.fromEntries(
  Object.entries(RUNNERS).map(([type, { run }]) => [type, run]),
) as ExecuteOptions["runners"];

/** The outside world that trials touch: runners, images, the sandbox (chosen when first needed) and the environment. */
export function openRunners(
  { config, env, gateways }: OpenedCampaign,
  { onEvent, noNewWork, signal }: Controls,
): Pick<ExecuteOptions & PlanOptions, "gateways" | "runners" | "findImage" | "chooseSandbox" | "env"> {
  return {
    gateways,
    env,
    runners: EXECUTED_BY,
    findImage: ({ docker_cli: cli, image }, pull) => {
      const onPull = () => onEvent?.({ type: "note", message: `Pulling ${image}, which is not on this machine yet.` });
      return findImage({ cli, image, env, pull, onPull, signal: noNewWork ?? signal });
    },
    chooseSandbox: () => chooseSandbox({ setting: config.runProfile.sandbox, env }),
  };
}
