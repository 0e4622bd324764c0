import { openOwnedFolder } from "../../../files/index.ts";
import { type ForeseenCalls, rubric } from "../../../judging/index.ts";
import type { Controls } from "../../controls.ts";
import { foreseeJudging } from "../judging-session.ts";
import { openSampleJudging, type SampleJudging } from "./open-judging.ts";
import { prepareInput } from "./prepare-input.ts";
import type { JudgeSamplesOptions } from "./sample-options.ts";

/** Questions of a rubric judging. */
export interface SamplesPreview {
  samples: number;
  rejected: number;
  calls: number;
  /** Stored part of these calls, and the possible cost of the rest. */
  foreseen: ForeseenCalls;
  /** Messages of the first question. */
  first: { system: string; user: string };
}

/**
 * Previews the questions of `judgeSamples`. Asks no judge and stores nothing.
 *
 * @example
 * const { calls, first } = await previewSamples({ samples: "samples.jsonl", rubric: "rubric.yaml", model: "offline/judge" });
 * console.log(calls, first.user);
 */
export async function previewSamples(options: JudgeSamplesOptions, controls: Controls = {}): Promise<SamplesPreview> {
  const judging = await openSampleJudging(options, controls);
  const folder = openOwnedFolder("preview");
  try {
    const samples = await prepareInput(folder.path, options, judging, controls);
    const [first] = rubric.judgingOrder(samples.count, judging.question.seed);
    const { system, user } = rubric.sampleQuestion(await samples.read(first!), judging.question);
    const foreseen = await foreseeJudging(judging, controls, questionsOf(samples, judging));
    await samples.close();
    return {
      samples: samples.count,
      rejected: samples.rejected,
      calls: rubric.plannedJudgements(samples, judging.judges),
      foreseen,
      first: { system, user },
    };
  } finally {
    await folder.remove();
    await judging.gateways.close();
  }
}

async function* questionsOf(samples: rubric.PreparedSamples, { question }: SampleJudging) {
  for (let index = 0; index < samples.count; index += 1)
    yield rubric.sampleQuestion(await samples.read(index), question);
}
