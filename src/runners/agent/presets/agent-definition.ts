import type { AgentOutput } from "../../../config/index.ts";

/** Instructions for starting, prompting and reading one agent's program. Arguments may hold placeholders such as `{model}`. */
export interface AgentDefinition {
  /** For people: `Claude Code`. */
  title: string;
  /** The file that identifies the installed version. */
  program: string;
  /** The first turn. Without `{message}` the message goes to stdin. */
  command: readonly string[];
  /** Each later turn; null when sessions cannot be resumed. */
  resume: readonly string[] | null;
  output: AgentOutput;
  /** Prints a version; null when the command is unknown. */
  versionCommand: readonly string[] | null;
  environment: Readonly<Record<string, string>>;
  homeFiles: Readonly<Record<string, string>>;
}

/** A known agent, each in a file of its own. `program` and `more` come from agent.yaml. */
export type AgentPreset = (given: { program: string | undefined; more: readonly string[] }) => AgentDefinition;
