import { basename } from "node:path";
import type { Agent, AgentKind } from "../../config/index.ts";
import { type AgentDefinition, presetOf } from "./presets/index.ts";

/** What agent.yaml describes: a preset with its additions, or a command in full. */
export function agentDefinitionOf(agent: Agent): AgentDefinition {
  const { environment = {}, home_files: homeFiles = {} } = agent;
  const base = agent.kind === "command" ? commandOf(agent) : ofPreset(agent);
  return {
    ...base,
    environment: { ...base.environment, ...environment },
    homeFiles: { ...base.homeFiles, ...homeFiles },
  };
}

/** What of it changes what the agent does: not its title, not how its version is asked for, not in which folder its program is. */
export function identifyingPart(definition: AgentDefinition): Record<string, unknown> {
  const { title: _label, versionCommand: _question, program, command, resume, ...rest } = definition;
  const unplaced = (words: readonly string[]) => words.map((word) => (word === program ? basename(word) : word));
  return { ...rest, command: unplaced(command), resume: resume && unplaced(resume) };
}

function ofPreset({ kind, program, arguments: more = [] }: Agent): AgentDefinition {
  return presetOf(kind as Exclude<AgentKind, "openclaw" | "command">)({ program, more });
}

/** Validation has seen to it that both are there. */
function commandOf({ title, command = [], resume, output, version_command }: Agent): AgentDefinition {
  return {
    title,
    program: command[0] ?? "",
    command,
    resume: resume ?? null,
    output: output ?? { format: "text" },
    versionCommand: version_command ?? null,
    environment: {},
    homeFiles: {},
  };
}
