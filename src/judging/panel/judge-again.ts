import { openPanel, type PanelOptions, type PanelQuestion } from "./panel.ts";

/** A packet to be judged again, with the relevant part of an answer. */
export interface QuestionAgain {
  packet_sha256: string;
  question: PanelQuestion<unknown>;
  /** By dimension; null when the answer says nothing about it. */
  scoresOf(answer: unknown): Record<string, number> | null;
}

/** The current judges' opinion of a packet that was judged before. */
export interface JudgedAgain {
  packet_sha256: string;
  /** One for each call that gave a valid answer. */
  verdicts: { judge: string; scores: Record<string, number> }[];
  /** Calls that gave none. */
  failed: number;
}

export type JudgeAgainOptions = Omit<PanelOptions, "ask" | "force">;

/**
 * Puts stored packets, byte for byte, before judges with the current prompt. Ignores earlier answers: a provider may have changed
 * behind the same name. The answers are stored as calls; no evaluation changes.
 */
export async function judgeAgain(
  packets: readonly QuestionAgain[],
  options: JudgeAgainOptions,
): Promise<JudgedAgain[]> {
  const panel = openPanel({ ...options, ask: true, force: true });
  return await Promise.all(
    packets.map(async ({ packet_sha256, question, scoresOf }) => {
      const calls = await panel.ask(question);
      const verdicts = calls.flatMap(({ judge, record: { result } }) => {
        const scores = result.status === "verdict" ? scoresOf(result.answer) : null;
        return scores === null ? [] : [{ judge: judge.judge_run_id, scores }];
      });
      return { packet_sha256, verdicts, failed: calls.length - verdicts.length };
    }),
  );
}
