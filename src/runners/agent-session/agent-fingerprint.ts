import { type Agent, isOpenClawState, type LoadedAgent } from "../../config/index.ts";
import { canonicalHash } from "../../text/index.ts";
import { scanTree, type TreeEntry } from "../workspace/scan-tree.ts";
import { agentIdInside } from "./agent-id.ts";

/**
 * SHA-256 of what makes an agent this agent and no other: the fragments of agent.yaml that reach OpenClaw, and every
 * file of its workspace by content and by whether it can be executed. Titles, descriptions, tags and `identity` (which
 * is never written) change nothing, nor does OpenClaw's own state, which no trial gets.
 */
export async function fingerprintOf(loaded: LoadedAgent, definition?: object): Promise<string> {
  const { entries } = await scanTree(loaded.workspace);
  if (definition !== undefined) return fingerprintWith(loaded.agent, entries, definition);
  const copied = entries.filter(({ path }) => !isOpenClawState(path));
  return fingerprintWith(loaded.agent, copied);
}

/**
 * The same of a workspace that has been looked through already. An agent that is a program has a `definition`: how it is started
 * and understood, with what Assay adds to it. Its image stands in the identity by itself.
 */
export function fingerprintWith(agent: Agent, workspace: TreeEntry[], definition?: object): string {
  if (definition !== undefined)
    return canonicalHash({ kind: agent.kind, definition, workspace: workspace.map(identifying) });
  const { identity: _notWritten, ...openclaw } = agent.openclaw ?? {};
  const { environment } = agent;
  return canonicalHash({
    ...{ id: agentIdInside(agent), openclaw, workspace: workspace.map(identifying) },
    ...(environment && { environment }),
  });
}

function identifying(entry: TreeEntry): Record<string, unknown> {
  if (entry.kind === "file") return { path: entry.path, sha256: entry.sha256, executable: entry.executable };
  if (entry.kind === "link") return { path: entry.path, link: entry.target };
  return { path: entry.path, special: entry.reason };
}
