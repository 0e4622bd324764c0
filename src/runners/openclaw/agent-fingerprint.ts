import { type Agent, isOpenClawState, type LoadedAgent } from "../../config/index.ts";
import { canonicalHash } from "../../text/index.ts";
import { agentIdInside } from "./agent-id.ts";
import { scanTree, type TreeEntry } from "./scan-tree.ts";

/**
 * SHA-256 of what makes an agent this agent and no other: the fragments of agent.yaml that reach OpenClaw, and every
 * file of its workspace by content and by whether it can be executed. Titles, descriptions, tags and `identity` (which
 * is never written) change nothing, nor does OpenClaw's own state, which no trial gets.
 */
export async function agentFingerprint(loaded: LoadedAgent): Promise<string> {
  const { entries } = await scanTree(loaded.workspace);
  return fingerprintWith(
    loaded.agent,
    entries.filter(({ path }) => !isOpenClawState(path)),
  );
}

/** The same of a workspace that has been looked through already. */
export function fingerprintWith(agent: Agent, workspace: TreeEntry[]): string {
  const { identity: _notWritten, ...openclaw } = agent.openclaw ?? {};
  return canonicalHash({ id: agentIdInside(agent), openclaw, workspace: workspace.map(identifying) });
}

function identifying(entry: TreeEntry): Record<string, unknown> {
  if (entry.kind === "file") return { path: entry.path, sha256: entry.sha256, executable: entry.executable };
  if (entry.kind === "link") return { path: entry.path, link: entry.target };
  return { path: entry.path, special: entry.reason };
}
