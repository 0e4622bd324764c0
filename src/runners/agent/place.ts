import type { ContainerEnding, ProcessResult } from "../../sandbox/index.ts";

/** Where an agent's program runs: a container of the trial's own, or the sandbox of this machine. */
export interface AgentPlace {
  kind: "container" | "sandbox";
  /** Where the agent sees its folders. */
  inside: { workspace: string; home: string };
  /** Its workspace as it is outside, for evidence. */
  workspace: string;
  /** What is recorded about it. */
  metadata: Record<string, unknown>;
  /** What could not be had here, for the record. */
  notes: readonly string[];
  /** Runs one command in the workspace, with the way to the model open. */
  execute(call: PlacedCall): Promise<ProcessResult>;
  /** What became of the place itself, when a call ended without an answer. */
  ending(): Promise<ContainerEnding>;
  /** Ends everything that still runs in it. May be called twice. */
  end(): Promise<void>;
}

export interface PlacedCall {
  command: readonly string[];
  /** Whole, but for what the place itself adds. None of it is seen on a command line. */
  environment: Readonly<Record<string, string>>;
  stdin: string | undefined;
  seconds: number;
}

export type OpenedPlace =
  | { ok: true; place: AgentPlace }
  | { ok: false; fault: "user" | "machine" | "now"; problem: string };
