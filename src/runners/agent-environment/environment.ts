import type { ContainerEnding, ProcessResult } from "../../sandbox/index.ts";

/** The environment of an agent's program: a container of the trial's own, or the sandbox of this machine. */
export interface AgentEnvironment {
  kind: "container" | "sandbox";
  layout: EnvironmentLayout;
  /** As reported by the program; null when unreported. */
  version: string | null;
  /** Recorded metadata, except for the version. */
  metadata: Record<string, unknown>;
  /** Features unavailable here, for the record. */
  notes: readonly string[];
  room: EnvironmentRoom;
  /** Runs one command, with the connection to the model open. */
  execute(call: PlacedCall): Promise<ProcessResult>;
  /** The fate of the environment itself, when a call ended without an answer. */
  ending(): Promise<ContainerEnding>;
  /** Ends everything that still runs in it. May be called twice. */
  end(): Promise<void>;
}

/** Combined limits of everything in the environment. */
export interface EnvironmentRoom {
  memoryBytes: number;
  diskBytes: number;
  /** The run profile's field for the disk limit; undefined if there is none. */
  diskSetting?: string;
}

/** Folders of a trial: the agent's own three, and a read-only one with its given files. */
type PlacedFolders = Record<"workspace" | "home" | "state" | "given", string>;

export interface EnvironmentLayout {
  /** Paths as the agent sees them. */
  inside: PlacedFolders;
  /** Paths below the trial's folder. */
  below: PlacedFolders;
}

interface PlacedCall {
  command: readonly string[];
  /** Complete except for additions of the environment itself. Never visible on a command line. */
  environment: Readonly<Record<string, string>>;
  /** Environment variables without secrets. */
  settings?: Readonly<Record<string, string>>;
  stdin: string | undefined;
  seconds: number;
  /** Runs outside the workspace, for a program that would read its settings from files in the working directory. */
  apart?: boolean;
}

export type OpenedEnvironment =
  | { ok: true; place: AgentEnvironment }
  | { ok: false; fault: "user" | "machine" | "now"; problem: string };
