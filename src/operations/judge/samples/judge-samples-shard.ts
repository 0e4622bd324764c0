import { openOwnedFolder } from "../../../files/index.ts";
import { rubric } from "../../../judging/index.ts";
import type { OpenPiece, ShardReport } from "../../../report/index.ts";
import { canonicalHash } from "../../../text/index.ts";
import type { Controls } from "../../controls.ts";
import type { ShardOptions } from "../../open/shard-options.ts";
import { judgeShard, type OpenJudging } from "../judging-session.ts";
import { runOptions } from "./judge-samples.ts";
import { openSampleJudging, type SampleJudging } from "./open-judging.ts";
import { prepareInput } from "./prepare-input.ts";
import type { JudgeSamplesOptions } from "./sample-options.ts";

/**
 * Judges one part of the samples, for machines that share the work. Answers go to the store; after merging the stores, `judgeSamples` finds
 * all.
 *
 * @example
 * const options = { samples: "samples.jsonl", rubric: "rubric.yaml", model: "offline/judge" };
 * const { own, all } = await judgeSamplesShard({ ...options, shard: { part: 1, of: 2 } });
 * console.log(own, "of", all);
 */
export async function judgeSamplesShard(
  options: JudgeSamplesOptions & Pick<ShardOptions, "shard">,
  controls: Controls = {},
): Promise<ShardReport> {
  const judging = await openSampleJudging(options, controls);
  const spooled = openOwnedFolder("shard");
  try {
    const samples = await prepareInput(spooled.path, options, judging, controls);
    try {
      const pieces = await piecesOf(samples);
      return await judgeShard(
        judging,
        {
          shard: options.shard,
          unit: "sample",
          pieces,
          judge: (own, open) => judgeOwn(own, spooled.path, samples, options, judging, open, controls),
        },
        controls,
      );
    } finally {
      await samples.close();
    }
  } finally {
    await spooled.remove();
    await judging.gateways.close();
  }
}

async function judgeOwn(
  own: ReadonlySet<number>,
  spooled: string,
  samples: rubric.PreparedSamples,
  options: JudgeSamplesOptions,
  judging: SampleJudging,
  { panel }: OpenJudging,
  controls: Controls,
): Promise<Pick<ShardReport, "done" | "open" | "stopped">> {
  const judges = judging.judges.map(({ judge_run_id, repetitions }) => ({
    judge_run_id,
    judgements: own.size * repetitions,
  }));
  controls.onEvent?.({ type: "samples_planned", judges });
  const open = new Map<number, OpenPiece>();
  const answered = new Map<number, number>();
  let stopped: string | null = null;
  const asking = runOptions(spooled, samples, options, judging, panel, controls);
  for await (const call of rubric.askAboutSamples({ ...asking, isMeant: (index) => own.has(index) })) {
    stopped ??= call.stop;
    asking.onCall?.(call);
    if (call.state === "not_asked") continue;
    const { sample, status, meta } = call.judgement;
    if (status === "verdict") answered.set(sample, (answered.get(sample) ?? 0) + 1);
    else open.set(sample, { name: `sample ${sample} (${meta.run_id}, ${meta.question_id})`, reason: status });
  }
  const wanted = judging.judges.reduce((sum, { repetitions }) => sum + repetitions, 0);
  const done = [...answered.values()].filter((count) => count === wanted).length;
  return { done, open: [...open.values()], stopped };
}

/** Divides samples by their content, whatever their order; duplicates were refused before. */
async function piecesOf(samples: rubric.PreparedSamples): Promise<{ key: string }[]> {
  const pieces: { key: string }[] = [];
  for (let index = 0; index < samples.count; index += 1) {
    const { sample } = await samples.read(index);
    pieces.push({ key: canonicalHash(sample) });
  }
  return pieces;
}
