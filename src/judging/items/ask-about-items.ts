import { hashMessages } from "../panel/ask-judge.ts";
import { violationWords } from "../panel/broken-answers.ts";
import type { Panel, PanelCall, PanelQuestion } from "../panel/panel.ts";
import type { ItemJudging } from "../protocol.ts";
import { runInOrder } from "../run-in-order.ts";
import type { JudgedEntry } from "./item-result.ts";

/** An entry of the input that can be judged. */
export interface AskedItem {
  id: string;
  question: PanelQuestion<unknown>;
}

/** Divides the entries of an input into those that can be judged and those that cannot; an id counts once. */
export function readItems(entries: readonly unknown[], { questionAbout }: ItemJudging) {
  const asked = new Map<string, AskedItem>();
  const refused: { place: number; reason: string }[] = [];
  for (const [at, entry] of entries.entries()) {
    const read =
      typeof entry === "object" && entry !== null
        ? questionAbout(entry as Record<string, unknown>)
        : { problem: "it is not an object" };
    if ("problem" in read) refused.push({ place: at + 1, reason: read.problem });
    else if (asked.has(read.id)) refused.push({ place: at + 1, reason: `there is another item ${read.id}` });
    else asked.set(read.id, read);
  }
  return { asked: [...asked.values()], refused };
}

/** Asks every judge about every item. The order of the results depends on the input alone. */
export async function* askAboutItems(
  items: readonly AskedItem[],
  { scoresOf }: ItemJudging,
  panel: Panel,
): AsyncGenerator<{ entry: JudgedEntry; calls: PanelCall<unknown>[] }> {
  const tasks = items.map(({ id, question }) => async () => {
    const calls = await panel.ask(question);
    const packet_sha256 = hashMessages(question).user_sha256;
    return { entry: { id, packet_sha256, ...answersOf(calls, scoresOf) }, calls };
  });
  yield* runInOrder(tasks, panel.maxConcurrency);
}

function answersOf(
  calls: readonly PanelCall<unknown>[],
  scoresOf: ItemJudging["scoresOf"],
): Pick<JudgedEntry, "verdicts" | "failed"> {
  const answers: Pick<JudgedEntry, "verdicts" | "failed"> = { verdicts: [], failed: [] };
  for (const call of calls) {
    const { judge, repetition, record } = call;
    const { result } = record;
    const { judge_run_id, judge_id, model } = judge;
    if (result.status === "verdict")
      answers.verdicts.push({
        judge: judge_run_id,
        judge_id,
        model,
        repetition,
        call_id: record.call_id,
        cost_usd: record.usage?.cost_usd ?? null,
        scores: scoresOf(result.answer),
      });
    else {
      const reason = result.status === "invalid" ? violationWords(result.violations) : result.message;
      answers.failed.push({ judge: judge_run_id, repetition, reason });
    }
  }
  return answers;
}
