/** What is known of an agent's program before it is opened anywhere. */
export interface AgentProgram {
  /** Name, or absolute path. */
  program: string;
  /** Prints a version; null when nobody knows how to ask. */
  versionCommand: readonly string[] | null;
  /** Whether nothing can be tried without knowing the version. */
  needsVersion?: boolean;
  /** What one of its processes sets aside without using it, where that is more than it may use. */
  reservedBytes?: number;
  /** Values may hold placeholders, and `$NAME` for a variable of ours. */
  environment: Readonly<Record<string, string>>;
}
