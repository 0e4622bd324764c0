import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { LoadedTool } from "../config/index.ts";
import { openOwnedFolder } from "../files/index.ts";
import { type DiscoveredTools, discoverTools, toolSecrets } from "../runners/index.ts";
import type { SandboxChoice } from "../sandbox/index.ts";
import { createRedactor, redactJson } from "../text/index.ts";
import { environmentSecrets } from "./environment-secrets.ts";

export interface DiscoverySurroundings {
  /** Called only for a server that is a program. */
  chooseSandbox: () => Promise<SandboxChoice>;
  network: boolean;
  diskBytes: number;
  env: Record<string, string | undefined>;
  signal?: AbortSignal;
}

/** Asks an MCP server for its tools: in a sandbox as during a trial, with empty temporary folders. */
export async function discoverHere(
  tool: LoadedTool,
  { chooseSandbox, network, diskBytes, env, signal }: DiscoverySurroundings,
): Promise<DiscoveredTools> {
  const folder = openOwnedFolder("tools");
  try {
    const [workspace, tmp] = [join(folder.path, "workspace"), join(folder.path, "tmp")];
    await Promise.all([mkdir(workspace), mkdir(tmp)]);
    const sandbox: SandboxChoice = isProgram(tool)
      ? await chooseSandbox()
      : { ok: false, reason: "an address needs no sandbox" };
    const discovered = await discoverTools(tool, { sandbox, workspace, tmp, network, diskBytes, env, signal });
    // A server may repeat its key in a description, which must not be sent to a provider.
    return redactJson(discovered, createRedactor([...environmentSecrets(env), ...toolSecrets(tool, env)]));
  } finally {
    await folder.remove();
  }
}

function isProgram({ behaviour }: LoadedTool): boolean {
  return behaviour.kind === "mcp" && behaviour.server.url === undefined;
}
