import { join } from "node:path";
import type { SampleRubric } from "../../config/index.ts";
import { openLineWriter } from "../../store/index.ts";
import { canonicalHash, sha256 } from "../../text/index.ts";
import { type JudgedCall, type JudgeSamplesOptions, judgeSamples, type RubricJudge } from "./judge-samples.ts";
import { ownShape } from "./own-ratings.ts";
import type { PreparedSamples } from "./prepared-samples.ts";
import type { SampleFormat } from "./read-samples.ts";
import { judgementsPath, type RubricManifest, rubricFolder, writeManifest } from "./run-files.ts";
import type { SampleMapping } from "./sample-mapping.ts";
import { groupingProblem, summarizeRun } from "./summarize-run.ts";
import type { RubricSummary } from "./summary.ts";

export interface RubricRunOptions extends Omit<JudgeSamplesOptions, "judges"> {
  name: string;
  outputs: string;
  /** Name of the input as the manifest shows it. */
  file: string;
  format: SampleFormat;
  mapping: SampleMapping | null;
  rubric: SampleRubric | null;
  judges: (RubricJudge & { judge_id: string })[];
  groupBy: string[][];
  onCall?: (call: JudgedCall) => void;
}

export interface RubricRun {
  folder: string;
  manifest: RubricManifest;
  summary: RubricSummary;
  /** Calls that were answered from the store, and what they had cost. */
  reused: number;
  reusedUsd: number;
}

/**
 * Judges prepared samples and writes everything about it under outputs/rubric/<name>/. However it ends, what was judged is on disk:
 * the calls in the store, the judgements and tables of what there is. The next call with the same input goes on from there.
 */
export async function runRubric(options: RubricRunOptions): Promise<RubricRun> {
  const { samples, judges } = options;
  const folder = rubricFolder(options.outputs, options.name);
  const counts = { verdict: 0, invalid: 0, unanswered: 0, reused: 0 };
  let reusedUsd = 0;
  let stopReason: string | null = null;
  const writer = await openLineWriter(judgementsPath(folder));
  try {
    for await (const call of judgeSamples(options)) {
      stopReason ??= call.stop;
      options.onCall?.(call);
      if (call.kind === "not asked") continue;
      const { judgement, reused } = call;
      counts[judgement.status] += 1;
      counts.reused += reused ? 1 : 0;
      reusedUsd += reused ? (judgement.cost_usd ?? 0) : 0;
      await writer.line(JSON.stringify(judgement));
    }
    await writer.finish();
  } catch (error) {
    await writer.discard();
    throw error;
  }
  const interrupted = options.noNewWork?.aborted === true && stopReason !== null;
  const manifest: RubricManifest = {
    schema_version: 1,
    protocol: "rubric",
    name: options.name,
    status: interrupted ? "interrupted" : stopReason === null ? "complete" : "stopped",
    stop_reason: stopReason,
    samples: {
      file: options.file,
      format: options.format,
      ...samples.source,
      accepted: samples.count,
      rejected: samples.rejected,
      naming_themselves: samples.namingThemselves,
    },
    mapping_sha256: options.mapping && canonicalHash(options.mapping),
    rubric_sha256: options.rubric && canonicalHash(options.rubric),
    meta_fields: samples.metaFields,
    dimensions: samples.dimensions,
    judges: judges.map(({ judge_run_id, judge_id, model, gateway, options: request, repetitions, attempts }) => ({
      judge_run_id,
      judge_id,
      model,
      endpoint: gateway.endpoint,
      options: request,
      repetitions,
      attempts,
    })),
    system_prompt_sha256: { zh: sha256(options.systemPrompts.zh), en: sha256(options.systemPrompts.en) },
    language: options.language,
    reveal_meta: options.revealMeta,
    seed: options.seed,
    group_by: options.groupBy,
    judgements: {
      planned: plannedJudgements(samples, judges),
      verdicts: counts.verdict,
      invalid: counts.invalid,
      unanswered: counts.unanswered,
    },
  };
  await writeManifest(folder, manifest);
  const summary = await summarizeRun(folder, manifest, options.groupBy);
  return { folder, manifest, summary, reused: counts.reused, reusedUsd };
}

export function plannedJudgements(samples: PreparedSamples, judges: { repetitions: number }[]): number {
  return samples.count * judges.reduce((sum, { repetitions }) => sum + repetitions, 0);
}

/** What is wrong with `--group-by` for these samples; null when nothing is. */
export function groupByProblem(groupBy: string[][], { metaFields, dimensions }: PreparedSamples): string | null {
  return groupingProblem(groupBy, ownShape(metaFields, dimensions));
}

/** Where samples wait while they are judged: beside the results, so that it is the same disk. */
export function spoolPath(outputs: string, name: string): string {
  return join(rubricFolder(outputs, name), `.samples.${process.pid}.tmp`);
}
