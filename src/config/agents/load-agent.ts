import { basename, dirname, join } from "node:path";
import { hasErrors, type Loaded } from "../diagnostics/diagnostic.ts";
import { loadSource } from "../file/load-file.ts";
import { FOLDERS, isDirectory, kindOf } from "../finding/workspace-root.ts";
import { type Agent, agent as agentSchema } from "../schema/agents/agent.ts";
import { complainAbout, displayPath } from "../source/source-file.ts";
import { checkAgent } from "./agent-rules.ts";
import { isOpenClawState } from "./openclaw-state.ts";
import { inspectWorkspace } from "./workspace-rules.ts";

export interface LoadedAgent {
  agent: Agent;
  /** Absolute path of configs/agents/<agent_id>. */
  directory: string;
  /** Absolute path of its workspace/ template. */
  workspace: string;
}

/** Reads `configs/agents/<agent_id>/`: agent.yaml and its workspace/. */
export function loadAgent(root: string, agentId: string): Loaded<LoadedAgent> {
  const directory = join(root, FOLDERS.agents, agentId);
  const [yaml, yml] = ["agent.yaml", "agent.yml"].map((name) => kindOf(join(directory, name)));
  const path = join(directory, yaml === "nothing" && yml !== "nothing" ? "agent.yml" : "agent.yaml");
  if (yaml !== "nothing" && yml !== "nothing") {
    const message = "is beside agent.yml, so it is not clear which one is meant; remove one";
    return { ok: false, diagnostics: [{ severity: "error", file: displayPath(path, root), message }] };
  }
  const { source, value, diagnostics } = loadSource(path, agentSchema, root);
  const workspace = join(dirname(path), "workspace");
  if (!isDirectory(workspace)) {
    const message = "expected a folder workspace/ beside agent.yaml; it is copied for every trial and may be empty";
    diagnostics.push({ severity: "error", file: displayPath(workspace, root), message });
  }
  const isLeftOut = (value?.kind ?? "openclaw") === "openclaw" ? isOpenClawState : undefined;
  diagnostics.push(...inspectWorkspace(workspace, root, isLeftOut));
  if (source === undefined || value === undefined) return { ok: false, diagnostics };
  diagnostics.push(...checkAgent(value, basename(directory)).map((complaint) => complainAbout(source, complaint)));
  return hasErrors(diagnostics)
    ? { ok: false, diagnostics }
    : { ok: true, value: { agent: value, directory, workspace }, diagnostics };
}
