/** The facts about an agent's program that are known before it is opened anywhere. */
export interface AgentProgram {
  /** Name, or absolute path. */
  program: string;
  /** Prints a version; null when the command is unknown. */
  versionCommand: readonly string[] | null;
  /** True if nothing can be tried without knowing the version. */
  needsVersion?: boolean;
  /** Memory that one of its processes reserves without using it, if more than it may use. */
  reservedBytes?: number;
  /** Values may hold placeholders, and `$NAME` for a variable of ours. */
  environment: Readonly<Record<string, string>>;
}
