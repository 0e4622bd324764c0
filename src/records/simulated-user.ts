import type { Usage } from "./chat.ts";
import type { RunArtifact } from "./run.ts";

/** The user's side of a trial with a simulated user: its model, how it ended, and its cost, separate from the subject's. */
export interface RecordedUser {
  gateway: string;
  model: string;
  offline: boolean;
  persona: string;
  goal: string;
  stop_when?: string;
  /** Hash of its system message, which the store keeps as a text. */
  system_sha256: string;
  execution_parameters: Record<string, unknown>;
  /**
   * `done`: the user said so. `max_turns`: it had no turn left. `subject_ended`: the subject gave no answer. `failed`: the user's
   * model did.
   */
  ended: "done" | "max_turns" | "subject_ended" | "failed";
  /** Number of turns it wrote, without the closing words that end the conversation. */
  turns: number;
  /** One per request, like those of the subject. */
  provider: RunArtifact["provider"];
  usage: Usage | null;
  raw_answers: unknown[];
}

/** The simulated user's messages in order, including its closing words; empty if there was no user. */
export function simulatedTurns({ trace }: Pick<RunArtifact, "trace">): string[] {
  return trace.flatMap((event) => (event.kind === "message" && event.by === "simulated_user" ? [event.content] : []));
}
