import { type Agent, isOpenClawState, type LoadedAgent } from "../../config/index.ts";
import { canonicalHash } from "../../text/index.ts";
import { scanTree, type TreeEntry } from "../workspace/scan-tree.ts";
import { agentIdInside } from "./agent-id.ts";

/**
 * SHA-256 that identifies an agent: the fragments of agent.yaml that reach OpenClaw, and the content and executable bit of every
 * workspace file. Excludes titles, descriptions, tags and `identity` (which is never written), and OpenClaw's own state, which no
 * trial gets.
 */
export async function fingerprintOf(loaded: LoadedAgent, definition?: object): Promise<string> {
  const { entries } = await scanTree(loaded.workspace);
  if (definition !== undefined) return fingerprintWith(loaded.agent, entries, definition);
  const copied = entries.filter(({ path }) => !isOpenClawState(path));
  return fingerprintWith(loaded.agent, copied);
}

/**
 * Like `fingerprintOf`, for a workspace that was already scanned. An agent that is a program has a `definition`: how it is
 * started and read, including additions of Assay. Its image is a separate part of the identity.
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
