import { relative } from "node:path";
import { type Panel, rubric } from "../../../judging/index.ts";
import { agree, plural } from "../../../text/presentation/index.ts";
import type { Controls } from "../../controls.ts";
import { judgeUnderName, withPanel } from "../judging-session.ts";
import { openSampleJudging, type SampleJudging } from "./open-judging.ts";
import { prepareInput } from "./prepare-input.ts";
import type { JudgeSamplesOptions } from "./sample-options.ts";

export interface JudgedSamples {
  /** Absolute path of the folder with judgements, tables and summary. */
  folder: string;
  manifest: rubric.RubricManifest;
  summary: rubric.RubricSummary;
  /** New judgements with their cost. */
  asked: { judgements: number; cost_usd: number };
  /** Stored judgements with their original cost. */
  reused: { judgements: number; cost_usd: number };
  /** Total spending under this name by all commands, and its limit; null for no limit. */
  spending: { spent_usd: number; max_cost_usd: number | null };
}

/**
 * Scores every sample on its own by a rubric, blind to models and variants, with evidence from the output. Results are stored as they
 * arrive, and the same call continues from there.
 *
 * @example
 * const { summary } = await judgeSamples({ samples: "samples.jsonl", rubric: "rubric.yaml", model: "offline/judge" });
 * for (const { prompt_variant, dimension, mean } of summary.means) console.log(prompt_variant, dimension, mean);
 */
export async function judgeSamples(options: JudgeSamplesOptions, controls: Controls = {}): Promise<JudgedSamples> {
  const judging = await openSampleJudging(options, controls);
  return await judgeUnderName(judging, async (folder) => {
    const judged = await judgeAll(folder, options, judging, controls);
    return { ...judged, summary: await rubric.summarizeRun(folder, judged.manifest) };
  });
}

async function judgeAll(
  folder: string,
  options: JudgeSamplesOptions,
  judging: SampleJudging,
  controls: Controls,
): Promise<Omit<JudgedSamples, "summary">> {
  const { judges } = judging;
  const { onEvent } = controls;
  const samples = await prepareInput(folder, options, judging, controls);
  try {
    for (const message of remarksOn(samples, folder, judging)) onEvent?.({ type: "note", message });
    onEvent?.({
      type: "samples_planned",
      judges: judges.map(({ judge_run_id, repetitions }) => ({
        judge_run_id,
        judgements: samples.count * repetitions,
      })),
    });
    const { manifest, reused, reusedUsd, ...spent } = await withPanel(judging, controls, async ({ panel, ledger }) => {
      const ran = await rubric.runRubric(runOptions(folder, samples, options, judging, panel, controls));
      return { ...ran, nowUsd: ledger.spentUsd(), inAllUsd: ledger.totalUsd() };
    });
    const { verdicts, invalid, unanswered } = manifest.judgements;
    return {
      folder,
      manifest,
      asked: { judgements: verdicts + invalid + unanswered - reused, cost_usd: spent.nowUsd },
      reused: { judgements: reused, cost_usd: reusedUsd },
      spending: { spent_usd: spent.inAllUsd, max_cost_usd: options.maxCostUsd ?? null },
    };
  } finally {
    await samples.close();
  }
}

/** Composes the options for asking about samples. */
export function runOptions(
  folder: string,
  samples: rubric.PreparedSamples,
  { groupBy = [] }: JudgeSamplesOptions,
  { name, input, mapping, rubric: sharedRubric, question, redact }: SampleJudging,
  panel: Panel,
  { noNewWork, onEvent }: Controls,
): Parameters<typeof rubric.runRubric>[0] {
  return {
    ...question,
    name,
    folder,
    file: input.file,
    format: input.format,
    mapping,
    rubric: sharedRubric,
    samples,
    panel,
    noNewWork,
    groupBy,
    redact,
    onCall(call) {
      if (call.state === "judged") onEvent?.({ type: "sample_judged", judgement: call.judgement, reused: call.reused });
    },
  };
}

function remarksOn(
  { rejected, namingThemselves, count }: rubric.PreparedSamples,
  folder: string,
  { cwd, input, question }: SampleJudging,
): string[] {
  const rejects = relative(cwd, rubric.rejectsPath(folder));
  return [
    ...(rejected > 0
      ? [
          `${plural(rejected, "entry")} of ${input.shown} ${agree(rejected, "was", "were")} refused; reasons: ${rejects}`,
        ]
      : []),
    ...(namingThemselves > 0 && !question.revealMeta
      ? [
          `${namingThemselves} of ${plural(count, "sample")} ${agree(namingThemselves, "names its", "name their")} own model or variant; the model's name is removed from the output before a judge sees it, and the summary has the scores without ${agree(namingThemselves, "it", "them")}`,
        ]
      : []),
  ];
}
