import type { AgentOutput } from "../../../config/index.ts";

/** How one agent's program is started, talked to and understood. Words may hold placeholders such as `{model}`. */
export interface AgentDefinition {
  /** For people: `Claude Code`. */
  title: string;
  /** What is looked for to tell which version is installed. */
  program: string;
  /** The first turn. Without `{message}` the message comes on stdin. */
  command: readonly string[];
  /** Each later turn; null when sessions cannot be resumed. */
  resume: readonly string[] | null;
  output: AgentOutput;
  /** Prints a version; null when nobody knows how to ask. */
  versionCommand: readonly string[] | null;
  environment: Readonly<Record<string, string>>;
  homeFiles: Readonly<Record<string, string>>;
}

/** A known agent, each in a file of its own. `program` and `more` are what agent.yaml says. */
export type AgentPreset = (given: { program: string | undefined; more: readonly string[] }) => AgentDefinition;
