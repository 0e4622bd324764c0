import type { WireRecord } from "../../proxy/index.ts";
import type { OutputArtifact, RunArtifact, RunStatus, TraceEvent } from "../../records/index.ts";
import type { Redactor } from "../../text/index.ts";
import type { Turn } from "./turn.ts";

type Failure = NonNullable<RunArtifact["failure"]>;

/** How a trial ended: before anything was started, or with everything that it left. */
export type EndedSession =
  | { refused: { status: Exclude<RunStatus, "success">; failure: Failure }; artifacts?: OutputArtifact[] }
  | ({ refused?: undefined } & ExecutedSession);

export interface ExecutedSession {
  /** Why no turn was taken; null when there were turns. */
  problem: { fault: "broken" | "invalid"; message: string } | null;
  turns: Turn[];
  /** What the agent's own transcript tells; empty without one. */
  transcript: TraceEvent[];
  /** Texts in the user's name that are the agent's own notes to itself. */
  isInternal?: (text: string) => boolean;
  /** A call on the wire as the call that it stands for; `toolNames` is what the agent calls them, by the call's id. */
  unwrap?: <Call extends WireCall>(call: Call, toolNames: ReadonlyMap<string, string>) => Call;
  wire: WireRecord;
  artifacts: OutputArtifact[];
  expectedArtifactPresent: boolean | null;
  /** What the agent changed and deleted of what it found, by path. */
  left: { changed: string[]; deleted: string[] };
  redact: Redactor;
  metadata: Record<string, unknown>;
}

/** The same, with something kept before the agent's first turn. */
export function withArtifacts(ended: EndedSession, before: readonly OutputArtifact[]): EndedSession {
  return { ...ended, artifacts: [...before, ...(ended.artifacts ?? [])] };
}

interface WireCall {
  id: string;
  name: string;
  arguments: string;
}

/** Wrong with what the user wrote, for this case or agent; another may still do. */
export function refuse(message: string): EndedSession {
  return { refused: { status: "invalid", failure: { stage: "configuration", message } } };
}

/** Wrong with the machine or the key. Never stored as an outcome of the subject, and no other trial will fare better. */
export function giveUp(message: string): EndedSession {
  const failure = { stage: "configuration" as const, message, unrecoverable: true };
  return { refused: { status: "provider_error", failure } };
}

/** Wrong with the machine, this time: another trial may well succeed. */
export function tryAgain(message: string): EndedSession {
  return { refused: { status: "provider_error", failure: { stage: "execution", message } } };
}
