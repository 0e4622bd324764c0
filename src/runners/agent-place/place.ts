import type { ContainerEnding, ProcessResult } from "../../sandbox/index.ts";

/** Where an agent's program runs: a container of the trial's own, or the sandbox of this machine. */
export interface AgentPlace {
  kind: "container" | "sandbox";
  layout: PlaceLayout;
  /** As the program says it; null when it does not. */
  version: string | null;
  /** What is recorded about it, but for the version. */
  metadata: Record<string, unknown>;
  /** What could not be had here, for the record. */
  notes: readonly string[];
  room: PlaceRoom;
  /** Runs one command, with the way to the model open. */
  execute(call: PlacedCall): Promise<ProcessResult>;
  /** What became of the place itself, when a call ended without an answer. */
  ending(): Promise<ContainerEnding>;
  /** Ends everything that still runs in it. May be called twice. */
  end(): Promise<void>;
}

/** What everything that runs in a place may take together. */
export interface PlaceRoom {
  memoryBytes: number;
  diskBytes: number;
  /** The field of the run profile that says how much disk; undefined where none does. */
  diskSetting?: string;
}

/** Folders of a trial: the agent's own three, and what it is given and cannot change. */
type PlacedFolders = Record<"workspace" | "home" | "state" | "given", string>;

export interface PlaceLayout {
  /** Where the agent sees its folders. */
  inside: PlacedFolders;
  /** Where they are, below the trial's folder. */
  below: PlacedFolders;
}

interface PlacedCall {
  command: readonly string[];
  /** Whole, but for what the place itself adds. None of it is seen on a command line. */
  environment: Readonly<Record<string, string>>;
  /** Environment that anybody may see. */
  settings?: Readonly<Record<string, string>>;
  stdin: string | undefined;
  seconds: number;
  /** Not in the workspace, for a program that would take files of its working directory for its own settings. */
  apart?: boolean;
}

export type OpenedPlace =
  | { ok: true; place: AgentPlace }
  | { ok: false; fault: "user" | "machine" | "now"; problem: string };
