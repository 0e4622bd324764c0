import type { Usage } from "./chat.ts";
import type { RunArtifact } from "./run.ts";

/** The user's side of a trial with a simulated user: who played it, how it ended, and what it cost apart from the subject. */
export interface RecordedUser {
  gateway: string;
  model: string;
  offline: boolean;
  persona: string;
  goal: string;
  stop_when?: string;
  /** Of its system message, which the store keeps as a text. */
  system_sha256: string;
  execution_parameters: Record<string, unknown>;
  /** `done`: the user said so. `max_turns`: it had no turn left. `subject_ended`: the subject gave no answer. `failed`: the user's model did. */
  ended: "done" | "max_turns" | "subject_ended" | "failed";
  /** How many turns it wrote; its last words, when it was done, are not among them. */
  turns: number;
  /** One per request, like those of the subject. */
  provider: RunArtifact["provider"];
  usage: Usage | null;
  raw_answers: unknown[];
}

/** What the simulated user said, in order, its last words among it; nothing where there is none. */
export function simulatedTurns({ trace }: Pick<RunArtifact, "trace">): string[] {
  return trace.flatMap((event) => (event.kind === "message" && event.by === "simulated_user" ? [event.content] : []));
}
