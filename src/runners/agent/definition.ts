import { basename } from "node:path";
import type { Agent, AgentKind } from "../../config/index.ts";
import { type AgentDefinition, presetOf } from "./presets/index.ts";

/** Reads agent.yaml: a preset with additions, or a complete command. */
export function agentDefinitionOf(agent: Agent): AgentDefinition {
  const { environment = {}, home_files: homeFiles = {} } = agent;
  const base = agent.kind === "command" ? commandOf(agent) : ofPreset(agent);
  return {
    ...base,
    environment: { ...base.environment, ...environment },
    homeFiles: { ...base.homeFiles, ...homeFiles },
  };
}

/** The part of a definition that affects the agent's behaviour: not its title, its version command, or its program's folder. */
export function identifyingPart(definition: AgentDefinition): Record<string, unknown> {
  const { title: _label, versionCommand: _question, program, command, resume, ...rest } = definition;
  const unplaced = (words: readonly string[]) => words.map((word) => (word === program ? basename(word) : word));
  return { ...rest, command: unplaced(command), resume: resume && unplaced(resume) };
}

function ofPreset({ kind, program, arguments: more = [] }: Agent): AgentDefinition {
  return presetOf(kind as Exclude<AgentKind, "openclaw" | "command">)({ program, more });
}

/** Validation ensures that both are present. */
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
