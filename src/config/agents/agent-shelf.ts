import { join } from "node:path";
import type { Diagnostic, FieldPath } from "../diagnostics/diagnostic.ts";
import { didYouMean } from "../diagnostics/did-you-mean.ts";
import { entriesOf } from "../finding/list-files.ts";
import { FOLDERS, isDirectory } from "../finding/workspace-root.ts";
import { complainAbout, type SourceFile } from "../source/source-file.ts";
import { type LoadedAgent, loadAgent } from "./load-agent.ts";

/** Reads each agent of a workspace once and reports its problems once, however many cases refer to it. */
export class AgentShelf {
  readonly diagnostics: Diagnostic[] = [];
  readonly #agents = new Map<string, LoadedAgent | undefined>();
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  /** Returns the agent with this id. If there is none, the complaint points to `path`, where the id is written. */
  take(agentId: string, source: SourceFile, path: FieldPath): LoadedAgent | undefined {
    if (this.#agents.has(agentId)) return this.#agents.get(agentId);
    const agent = this.#read(agentId, source, path);
    this.#agents.set(agentId, agent);
    return agent;
  }

  #read(agentId: string, source: SourceFile, path: FieldPath): LoadedAgent | undefined {
    const missing = missingAgent(this.#root, agentId, source, path);
    if (missing !== undefined) {
      this.diagnostics.push(missing);
      return undefined;
    }
    const loaded = loadAgent(this.#root, agentId);
    this.diagnostics.push(...loaded.diagnostics);
    return loaded.ok ? loaded.value : undefined;
  }
}

/** Complains about an `agent_id` without a folder. */
export function missingAgent(
  root: string,
  agentId: string,
  source: SourceFile,
  path: FieldPath,
): Diagnostic | undefined {
  const folder = join(root, FOLDERS.agents);
  if (isDirectory(join(folder, agentId))) return undefined;
  const suggestion = didYouMean(agentId, entriesOf(folder));
  const message = `no agent is called "${agentId}"; expected a folder ${FOLDERS.agents}/${agentId}/`;
  return complainAbout(source, { path, message, ...(suggestion ? { suggestion } : {}) });
}
