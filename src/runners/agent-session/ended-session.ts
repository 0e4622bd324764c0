import type { WireRecord } from "../../proxy/index.ts";
import type { OutputArtifact, RunArtifact, RunStatus, TraceEvent } from "../../records/index.ts";
import type { Redactor } from "../../text/index.ts";
import type { Turn } from "./turn.ts";

type Failure = NonNullable<RunArtifact["failure"]>;

/** The end of a trial: before anything was started, or with everything that it left. */
export type EndedSession =
  | { refused: { status: Exclude<RunStatus, "success">; failure: Failure }; artifacts?: OutputArtifact[] }
  | ({ refused?: undefined } & ExecutedSession);

export interface ExecutedSession {
  /** The reason why no turn was taken; null when there were turns. */
  problem: { fault: "broken" | "invalid"; message: string } | null;
  turns: Turn[];
  /** Events of the agent's own transcript; empty without one. */
  transcript: TraceEvent[];
  /** True for texts in the user's name that are the agent's notes to itself. */
  isInternal?: (text: string) => boolean;
  /** Translates a call on the wire to the actual call; `toolNames` are the agent's names, by call id. */
  unwrap?: <Call extends WireCall>(call: Call, toolNames: ReadonlyMap<string, string>) => Call;
  wire: WireRecord;
  artifacts: OutputArtifact[];
  expectedArtifactPresent: boolean | null;
  /** Paths of given files that the agent changed and deleted. */
  left: { changed: string[]; deleted: string[] };
  redact: Redactor;
  metadata: Record<string, unknown>;
}

/** Adds artifacts kept before the agent's first turn. */
export function withArtifacts(ended: EndedSession, before: readonly OutputArtifact[]): EndedSession {
  return { ...ended, artifacts: [...before, ...(ended.artifacts ?? [])] };
}

interface WireCall {
  id: string;
  name: string;
  arguments: string;
}

/** A fault in the user's configuration of this case or agent; others may still work. */
export function refuse(message: string): EndedSession {
  return { refused: { status: "invalid", failure: { stage: "configuration", message } } };
}

/** A fault of the machine or the key. Never stored as an outcome of the subject; no other trial will succeed either. */
export function giveUp(message: string): EndedSession {
  const failure = { stage: "configuration" as const, message, unrecoverable: true };
  return { refused: { status: "provider_error", failure } };
}

/** A temporary fault of the machine: another trial may well succeed. */
export function tryAgain(message: string): EndedSession {
  return { refused: { status: "provider_error", failure: { stage: "execution", message } } };
}
