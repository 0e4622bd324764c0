import { discoverHere, type PlanOptions } from "../../campaign/index.ts";
import type { SandboxChoice } from "../../sandbox/index.ts";
import type { OpenedCampaign } from "../open/open-campaign.ts";

/** Asks MCP servers for their tools on this machine. */
export function openToolDiscovery(
  { config, env }: Pick<OpenedCampaign, "config" | "env">,
  chooseSandbox: () => Promise<SandboxChoice>,
  signal?: AbortSignal,
): NonNullable<PlanOptions["discoverTools"]> {
  const { network_access, sandbox_disk_mb } = config.runProfile;
  const [network, diskBytes] = [network_access === "allow", sandbox_disk_mb * 1024 ** 2];
  return (tool) => discoverHere(tool, { chooseSandbox, network, diskBytes, env, signal });
}
