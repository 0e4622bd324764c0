import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rubric } from "../../judging/index.ts";
import type { Controls } from "../controls.ts";
import { openSampleJudging } from "./open-judging.ts";
import { prepareInput } from "./prepare-input.ts";
import type { JudgeSamplesOptions, SamplesEvent } from "./sample-options.ts";

/** What judging would ask. */
export interface SamplesPreview {
  samples: number;
  rejected: number;
  calls: number;
  /** The two messages of the first question. */
  first: { system: string; user: string };
}

/** Reads the samples as `judgeSamples` would, asks nobody and leaves nothing behind. */
export async function previewSamples(
  options: JudgeSamplesOptions,
  controls: Controls<SamplesEvent> = {},
): Promise<SamplesPreview> {
  const judging = await openSampleJudging(options, controls);
  const folder = await mkdtemp(join(tmpdir(), "assay-preview-"));
  try {
    const samples = await prepareInput(folder, options, judging, controls);
    const [first] = rubric.judgingOrder(samples.count, judging.question.seed);
    const { system, user } = rubric.sampleQuestion(await samples.read(first!), judging.question);
    await samples.close();
    return {
      samples: samples.count,
      rejected: samples.rejected,
      calls: rubric.plannedJudgements(samples, judging.judges),
      first: { system, user },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
    await judging.gateways.close();
  }
}
