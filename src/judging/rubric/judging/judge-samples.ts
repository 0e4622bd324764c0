import type { ResolvedJudge } from "../../panel/judges.ts";
import type { Panel } from "../../panel/panel.ts";
import { runInOrder } from "../../run-in-order.ts";
import type { PreparedSample, PreparedSamples } from "../samples/prepared-samples.ts";
import { type Judgement, toJudgement } from "./judgement.ts";
import { judgingOrder } from "./judging-order.ts";
import { type QuestionOptions, type SampleQuestion, sampleQuestion } from "./sample-question.ts";

export interface AskSamplesOptions extends QuestionOptions {
  samples: PreparedSamples;
  panel: Panel;
  /** Aborted: starts no further call. */
  noNewWork?: AbortSignal;
  /** Selects samples by number; all if omitted. */
  isMeant?: (index: number) => boolean;
}

/** The outcome of one planned call. `stop` is the reason why nothing after it needs to be asked. */
export type JudgedCall =
  | { state: "judged"; judgement: Judgement; reused: boolean; stop: string | null }
  | { state: "not_asked"; stop: string };

/**
 * Puts every sample before every judge, each alone and blind, in an order shuffled by the seed. Results come in that order
 * however the calls end, so the same input gives the same bytes.
 */
export async function* askAboutSamples(options: AskSamplesOptions): AsyncGenerator<JudgedCall> {
  let stopped = false;
  const calls = plannedCalls(options, () => stopped);
  for await (const call of runInOrder(calls, options.panel.maxConcurrency)) {
    if (call.stop !== null) stopped = true;
    yield call;
  }
}

function* plannedCalls(options: AskSamplesOptions, isStopped: () => boolean): Generator<() => Promise<JudgedCall>> {
  const { samples, panel, seed, noNewWork, isMeant = () => true } = options;
  for (const index of judgingOrder(samples.count, seed)) {
    if (!isMeant(index)) continue;
    // All calls about one sample share its preparation, which is read for the first of them and released with the last.
    let prepared: Promise<AskedSample> | undefined;
    const prepare = async () => {
      const sample = await samples.read(index);
      return { index, sample, question: sampleQuestion(sample, options) };
    };
    for (const judge of panel.judges) {
      for (let repetition = 1; repetition <= judge.repetitions; repetition++) {
        if (isStopped()) return;
        yield async () => {
          // The panel returns stored answers even after an interruption, when the caller wants to leave.
          if (noNewWork?.aborted) return { state: "not_asked", stop: "interrupted" };
          prepared ??= prepare();
          return judgeOnce(await prepared, judge, repetition, panel);
        };
      }
    }
  }
}

interface AskedSample {
  index: number;
  sample: PreparedSample;
  question: SampleQuestion;
}

async function judgeOnce(
  asked: AskedSample,
  judge: ResolvedJudge,
  repetition: number,
  panel: Panel,
): Promise<JudgedCall> {
  const { record, reused } = await panel.askOne(judge, repetition, asked.question);
  const { result } = record;
  if (result.status === "not_asked")
    return { state: "not_asked", stop: result.because === "interrupted" ? "interrupted" : result.message };
  const stop = result.status === "unanswered" && result.permanent ? `${judge.judge_run_id}: ${result.message}` : null;
  const ended = { ...record, result };
  const judgement = toJudgement(asked.index, asked.sample, { ...judge, repetition }, asked.question, ended);
  return { state: "judged", judgement, reused, stop };
}
