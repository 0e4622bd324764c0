import type { ExecuteOptions, PlanOptions } from "../../campaign/index.ts";
import { NotReadyError } from "../../errors/index.ts";
import { findInstalled, RUNNERS } from "../../runners/index.ts";
import { chooseSandbox, type SandboxChoice } from "../../sandbox/index.ts";
import type { Controls } from "../controls.ts";
import type { OpenedCampaign } from "../open/open-campaign.ts";
import { openToolDiscovery } from "./discover-tools.ts";

const EXECUTED_BY = Object.fromEntries(
  Object.entries(RUNNERS).map(([type, { run }]) => [type, run]),
) as ExecuteOptions["runners"];

/** Opens what trials need from the outside: runners, images, the sandbox (chosen on first use) and the environment. */
export function openRunners(
  { config, env, gateways, remote }: OpenedCampaign,
  { onEvent, noNewWork, signal }: Controls,
  { strictSandbox: strict = false }: { strictSandbox?: boolean } = {},
): Pick<
  ExecuteOptions & PlanOptions,
  | "gateways"
  | "runners"
  | "findImage"
  | "chooseSandbox"
  | "env"
  | "discoverTools"
  | "execute"
  | "maxConcurrency"
  | "takeBack"
> {
  let sandbox: Promise<SandboxChoice> | null = null;
  const choose = () => (sandbox ??= chooseSandbox({ setting: config.runProfile.sandbox, env, strict }));
  return {
    gateways,
    env,
    runners: EXECUTED_BY,
    findImage: (setting, pull) => {
      const message = `Pulling ${setting.program ?? setting.image}, which is not on this machine yet.`;
      const onPull = () => onEvent?.({ type: "note", message });
      return findInstalled(setting, { env, pull, onPull, signal: noNewWork ?? signal });
    },
    chooseSandbox: choose,
    discoverTools: openToolDiscovery({ config, env }, choose, noNewWork ?? signal),
    ...(remote && {
      ...remote.queries,
      execute: remote.execute,
      maxConcurrency: remote.maxConcurrency,
      takeBack: remote.takeBack,
    }),
  };
}

/** @throws OperationError before anything is spent, if a sandbox with all limits is required and there is none */
export async function refuseLesserSandbox(
  { strictSandbox, workers }: { strictSandbox?: boolean; workers?: object },
  { chooseSandbox: choose }: { chooseSandbox: () => Promise<SandboxChoice> },
): Promise<void> {
  // Workers check their own sandboxes.
  if (!strictSandbox || workers) return;
  const choice = await choose();
  if (!choice.ok) throw new NotReadyError([`nothing was run. ${choice.reason}`]);
}
