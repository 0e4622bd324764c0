import type { SampleRubric } from "../../config/index.ts";
import { openLineWriter } from "../../store/index.ts";
import { canonicalHash, type Redactor, redactJson, sha256 } from "../../text/index.ts";
import { type AskSamplesOptions, askAboutSamples, type JudgedCall } from "./judging/judge-samples.ts";
import { judgementsPath, type RubricManifest, writeManifest } from "./run-files.ts";
import type { PreparedSamples } from "./samples/prepared-samples.ts";
import type { SampleFormat } from "./samples/read-samples.ts";
import type { SampleMapping } from "./samples/sample-mapping.ts";
import { ownRatings, ownShape } from "./tables/own-ratings.ts";
import { groupingProblem, summarizeRatings } from "./tables/summarize-ratings.ts";
import type { RubricSummary } from "./tables/summary.ts";

export interface RubricRunOptions extends AskSamplesOptions {
  name: string;
  /** Folder of everything about the run. */
  folder: string;
  /** Name of the input in the manifest. */
  file: string;
  format: SampleFormat;
  mapping: SampleMapping | null;
  rubric: SampleRubric | null;
  /** Additional groupings of its tables. */
  groupBy: string[][];
  /** Redacts notes about judges. */
  redact: Redactor;
  onCall?: (call: JudgedCall) => void;
}

export interface RubricRun {
  manifest: RubricManifest;
  /** Calls answered from the store, and their earlier cost. */
  reused: number;
  reusedUsd: number;
}

/**
 * Judges prepared samples and writes the judgements and the manifest into the run's folder. Finished work is always on disk: the
 * calls in the store, the judgements so far. The next call with the same input continues from there.
 */
export async function runRubric(options: RubricRunOptions): Promise<RubricRun> {
  const outcome = await writeJudgements(options);
  const manifest = manifestOf(options, outcome);
  await writeManifest(options.folder, manifest);
  return { manifest, reused: outcome.reused, reusedUsd: outcome.reusedUsd };
}

/** Writes the tables and summaries of a run from its judgements: separate from the judging, because neither needs the other's memory. */
export async function summarizeRun(folder: string, manifest: RubricManifest): Promise<RubricSummary> {
  const { name, dimensions, meta_fields, scales, group_by: groupBy } = manifest;
  const ratings = ownRatings(judgementsPath(folder), dimensions);
  return await summarizeRatings(ratings, ownShape(meta_fields, dimensions, scales), { name, folder, groupBy });
}

export function plannedJudgements(
  samples: Pick<PreparedSamples, "count">,
  judges: readonly { repetitions: number }[],
): number {
  return samples.count * judges.reduce((sum, { repetitions }) => sum + repetitions, 0);
}

/** The problem with `--group-by` for these samples; null when there is none. */
export function groupByProblem(groupBy: string[][], { metaFields, dimensions }: PreparedSamples): string | null {
  return groupingProblem(groupBy, ownShape(metaFields, dimensions));
}

interface JudgingOutcome {
  verdict: number;
  invalid: number;
  unanswered: number;
  reused: number;
  reusedUsd: number;
  /** The reason why not everything was asked; null when it was. */
  stopReason: string | null;
}

async function writeJudgements(options: RubricRunOptions): Promise<JudgingOutcome> {
  const outcome: JudgingOutcome = {
    verdict: 0,
    invalid: 0,
    unanswered: 0,
    reused: 0,
    reusedUsd: 0,
    stopReason: null,
  };
  const writer = await openLineWriter(judgementsPath(options.folder));
  try {
    for await (const call of askAboutSamples(options)) {
      outcome.stopReason ??= call.stop;
      options.onCall?.(call);
      // An unasked judgement is simply missing: the next command asks for it.
      if (call.state === "not_asked") continue;
      const { judgement, reused } = call;
      outcome[judgement.status] += 1;
      outcome.reused += reused ? 1 : 0;
      outcome.reusedUsd += reused ? (judgement.cost_usd ?? 0) : 0;
      await writer.line(JSON.stringify(judgement));
    }
    await writer.finish();
    return outcome;
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

function manifestOf(options: RubricRunOptions, outcome: JudgingOutcome): RubricManifest {
  const { samples, panel, systemPrompts } = options;
  const { stopReason } = outcome;
  const isInterrupted = stopReason === "interrupted" || options.noNewWork?.aborted === true;
  return {
    schema_version: 1,
    protocol: "rubric",
    name: options.name,
    status: stopReason === null ? "complete" : isInterrupted ? "interrupted" : "stopped",
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
    scales: samples.scales,
    judges: panel.judges.map(({ judge_run_id, judge_id, model, gateway, options: request, repetitions, attempts }) => ({
      judge_run_id,
      judge_id,
      model,
      endpoint: gateway.endpoint,
      options: redactJson(request, options.redact),
      repetitions,
      attempts,
    })),
    system_prompt_sha256: { zh: sha256(systemPrompts.zh), en: sha256(systemPrompts.en) },
    language: options.language,
    reveal_meta: options.revealMeta,
    seed: options.seed,
    group_by: options.groupBy,
    judgements: {
      planned: plannedJudgements(samples, panel.judges),
      verdicts: outcome.verdict,
      invalid: outcome.invalid,
      unanswered: outcome.unanswered,
    },
  };
}
