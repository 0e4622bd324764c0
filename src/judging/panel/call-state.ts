import type { JudgeRecord, Violation } from "../../records/index.ts";

/** What became of one call: a valid answer, one that broke the contract, none, or nobody was asked. */
export type CallState<Answer> =
  | { state: "verdict"; answer: Answer; repairs: string[] }
  | { state: "invalid"; violations: Violation[] }
  | { state: "unanswered"; message: string; permanent: boolean }
  | { state: "not_asked"; message: string; because: NotAskedBecause };

/** `reading`: only stored answers were wanted. `unreachable`: an earlier call showed that this judge cannot answer. */
export type NotAskedBecause = "reading" | "interrupted" | "cost_limit" | "unreachable";

export function stateOf<Answer>({ result }: JudgeRecord<Answer>, refusal: NotAskedBecause | null): CallState<Answer> {
  if (result.status === "verdict") return { state: "verdict", answer: result.answer, repairs: result.repairs };
  if (result.status === "invalid") return { state: "invalid", violations: result.violations };
  const { message, permanent, interrupted } = result;
  // A request that our own signal ended leaves the question as open as one that was never sent.
  if (interrupted) return { state: "not_asked", message, because: refusal ?? "interrupted" };
  return { state: "unanswered", message, permanent };
}
