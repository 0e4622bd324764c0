import type { Gateway } from "../../gateway/index.ts";
import type { CallStore } from "../../store/index.ts";
import { visibleJson } from "../../text/index.ts";
import { askJudge } from "../ask-judge.ts";
import { blindMeta, revealMeta } from "./blind.ts";
import { rubricContract, type ShownSample } from "./contract.ts";
import { inOrder } from "./in-order.ts";
import { type Judgement, toJudgement } from "./judgement.ts";
import { judgingOrder } from "./judging-order.ts";
import { type Language, promptLanguage } from "./language.ts";
import type { PreparedSample, PreparedSamples } from "./prepared-samples.ts";

/** One judge run, ready to be asked. */
export interface RubricJudge {
  judge_run_id: string;
  model: string;
  options: Record<string, unknown>;
  repetitions: number;
  /** Added to the repetition in a call's identity, so that two runs of the same judge share no answer. */
  repetitionOffset: number;
  attempts: number;
  timeoutSeconds: number;
  retries: number;
  gateway: Gateway;
  mayAsk: (promptCharacters: number) => Promise<boolean>;
}

export interface JudgeSamplesOptions {
  samples: PreparedSamples;
  judges: RubricJudge[];
  /** System prompt by language; a custom one stands in both. */
  systemPrompts: Record<Language, string>;
  language: Language | "auto";
  revealMeta: boolean;
  seed: number;
  calls: CallStore;
  concurrency: number;
  force: boolean;
  /** Aborted: begin no further call. */
  noNewWork?: AbortSignal;
  /** Aborted: end what is in flight. */
  signal?: AbortSignal;
}

/** What became of one planned call. `stop` says why nothing after it needs to be asked. */
export type JudgedCall =
  | { kind: "judged"; judgement: Judgement; reused: boolean; stop: string | null }
  | { kind: "not asked"; stop: string };

/** A sample as a judge is asked about it. */
export interface SampleQuestion {
  system: string;
  user: string;
  shown: ShownSample;
  language: Language;
  restore: (text: string) => string;
}

/**
 * Puts every sample before every judge, each alone and blind, in an order shuffled by the seed. Results come in that
 * order however the calls end, so the same input gives the same bytes.
 */
export async function* judgeSamples(options: JudgeSamplesOptions): AsyncGenerator<JudgedCall> {
  let stopped = false;
  for await (const call of inOrder(
    plannedCalls(options, () => stopped),
    options.concurrency,
  )) {
    if (call === null) continue;
    if (call.kind === "not asked" || call.stop !== null) stopped = true;
    yield call;
  }
}

/** The very words that are sent about a sample. */
export function sampleQuestion(
  { sample, rubric }: PreparedSample,
  { revealMeta: reveal, seed, systemPrompts, language: setting }: QuestionOptions,
): SampleQuestion {
  const sent = reveal ? revealMeta(sample) : blindMeta(sample, seed);
  const language = promptLanguage(setting, rubric);
  const shown: ShownSample = {
    meta: sent.meta,
    question: sample.question,
    model_output: sample.model_output,
    rubric: { dimensions: rubric.dimensions },
  };
  return { system: systemPrompts[language], user: visibleJson(shown), shown, language, restore: sent.restore };
}

export type QuestionOptions = Pick<JudgeSamplesOptions, "revealMeta" | "seed" | "systemPrompts" | "language">;

function* plannedCalls(
  options: JudgeSamplesOptions,
  isStopped: () => boolean,
): Generator<() => Promise<JudgedCall | null>> {
  const { samples, judges, seed, noNewWork } = options;
  for (const index of judgingOrder(samples.count, seed)) {
    // All calls about one sample share what they need; it is read when the first of them begins, and let go with the last.
    let prepared: Promise<{ sample: PreparedSample; question: SampleQuestion }> | undefined;
    const prepare = async () => {
      const sample = await samples.read(index);
      return { sample, question: sampleQuestion(sample, options) };
    };
    for (const judge of judges) {
      for (let repetition = 1; repetition <= judge.repetitions; repetition++) {
        if (isStopped()) return;
        yield async () => {
          if (noNewWork?.aborted) return { kind: "not asked", stop: "interrupted" };
          if (isStopped()) return null;
          prepared ??= prepare();
          const { sample, question } = await prepared;
          return judgeOnce(index, sample, question, judge, repetition, options);
        };
      }
    }
  }
}

async function judgeOnce(
  index: number,
  sample: PreparedSample,
  { system, user, shown, language, restore }: SampleQuestion,
  judge: RubricJudge,
  repetition: number,
  { calls, force, noNewWork, signal }: JudgeSamplesOptions,
): Promise<JudgedCall> {
  const { model, options, gateway, attempts, timeoutSeconds, retries } = judge;
  const { record, reused } = await askJudge(
    { system, user, model, options, repetition: repetition + judge.repetitionOffset },
    rubricContract(shown, language),
    {
      gateway,
      calls,
      attempts,
      timeoutSeconds,
      retries,
      force,
      signal,
      mayAsk: () => (noNewWork?.aborted ? "interrupted" : judge.mayAsk(system.length + user.length)),
    },
  );
  const { result } = record;
  if (result.status === "unanswered" && result.interrupted) return { kind: "not asked", stop: result.message };
  const sent = { meta: shown.meta, restore };
  const judgement = toJudgement(
    index,
    sample,
    { ...judge, repetition },
    { sent, language, model_output: shown.model_output },
    record,
  );
  const stop = result.status === "unanswered" && result.permanent ? `${judge.judge_run_id}: ${result.message}` : null;
  return { kind: "judged", judgement, reused, stop };
}
