import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { environmentSecrets, type PlanOptions } from "../campaign/index.ts";
import { discoverTools, toolSecrets } from "../runners/index.ts";
import type { SandboxChoice } from "../sandbox/index.ts";
import { openOwnedFolder } from "../temporary/index.ts";
import { createRedactor, redactJson } from "../text/index.ts";
import type { OpenedCampaign } from "./open-campaign.ts";

/** How MCP servers are asked for their tools: in a sandbox as during a trial, with empty folders that are gone afterwards. */
export function toolDiscovery(
  { config, env }: Pick<OpenedCampaign, "config" | "env">,
  chooseSandbox: () => Promise<SandboxChoice>,
  signal?: AbortSignal,
): NonNullable<PlanOptions["discoverTools"]> {
  return async (tool) => {
    const needsSandbox = tool.behaviour.kind === "mcp" && tool.behaviour.server.url === undefined;
    const folder = openOwnedFolder("tools");
    try {
      const [workspace, tmp] = [join(folder.path, "workspace"), join(folder.path, "tmp")];
      await Promise.all([mkdir(workspace), mkdir(tmp)]);
      const discovered = await discoverTools(tool, {
        sandbox: needsSandbox ? await chooseSandbox() : { ok: false, reason: "an address needs no sandbox" },
        workspace,
        tmp,
        network: config.runProfile.network_access === "allow",
        diskBytes: config.runProfile.sandbox_disk_mb * 1024 ** 2,
        env,
        signal,
      });
      // A server that repeats its key in a description must not have it sent to a provider.
      return redactJson(discovered, createRedactor([...environmentSecrets(env), ...toolSecrets(tool, env)]));
    } finally {
      await folder.remove();
    }
  };
}
