import { relative } from "node:path";
import { openAccount, openLedger } from "../../../campaign/index.ts";
import { type Division, divide } from "../../../config/index.ts";
import { openOwnedFolder } from "../../../files/index.ts";
import { rubric } from "../../../judging/index.ts";
import type { OpenPiece, ShardReport } from "../../../report/index.ts";
import { namedFolder } from "../../../store/index.ts";
import { canonicalHash } from "../../../text/index.ts";
import type { Controls } from "../../controls.ts";
import { recordShard } from "../../open/record-shard.ts";
import type { ShardOptions } from "../../open/shard-options.ts";
import { withStore } from "../../open/with-store.ts";
import { withWritableStore } from "../../open/with-writable-store.ts";
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
    return await withWritableStore(judging.outputs, judging.gateways, () =>
      judgePart(spooled.path, options, judging, controls),
    );
  } finally {
    await spooled.remove();
    await judging.gateways.close();
  }
}

async function judgePart(
  spooled: string,
  options: JudgeSamplesOptions & Pick<ShardOptions, "shard">,
  judging: SampleJudging,
  controls: Controls,
): Promise<ShardReport> {
  const { shard } = options;
  const { onEvent } = controls;
  const whole = relative(judging.outputs, namedFolder(judging.outputs, "rubric", judging.name));
  const samples = await prepareInput(spooled, options, judging, controls);
  try {
    const { division, own } = await divideSamples(samples, shard);
    const repetitions = judging.judges.map(({ judge_run_id, repetitions: each }) => ({ judge_run_id, each }));
    const judges = repetitions.map(({ judge_run_id, each }) => ({ judge_run_id, judgements: own.size * each }));
    onEvent?.({ type: "samples_planned", judges });
    return await withStore(judging.outputs, onEvent, async (store) => {
      const account = openAccount(store, whole);
      const ledger = openLedger({ maxCostUsd: options.maxCostUsd ?? null, account });
      const open = new Map<number, OpenPiece>();
      let stopped: string | null = null;
      const answered = new Map<number, number>();
      try {
        const asking = runOptions(spooled, samples, options, judging, controls, { store, ledger });
        for await (const call of rubric.askAboutSamples({ ...asking, isMeant: (index) => own.has(index) })) {
          stopped ??= call.stop;
          asking.onCall?.(call);
          if (call.state === "not_asked") continue;
          const { sample, status, meta } = call.judgement;
          if (status === "verdict") answered.set(sample, (answered.get(sample) ?? 0) + 1);
          else open.set(sample, { name: `sample ${sample} (${meta.run_id}, ${meta.question_id})`, reason: status });
        }
      } finally {
        ledger.close();
      }
      const wanted = repetitions.reduce((sum, { each }) => sum + each, 0);
      const report: ShardReport = {
        schema_version: 1,
        kind: "shard_report",
        whole: judging.name,
        shard,
        unit: "sample",
        own: own.size,
        all: samples.count,
        division: division.fingerprint,
        done: [...answered.values()].filter((count) => count === wanted).length,
        open: [...open.values()],
        spent_usd: ledger.spentUsd(),
        stopped: controls.noNewWork?.aborted ? "interrupted" : stopped,
        next: ["assay store merge <outputs of every other shard>", "the same command without --shard"],
      };
      recordShard(store, whole, report);
      return report;
    });
  } finally {
    await samples.close();
  }
}

/** Divides samples by their content, whatever their order; duplicates were refused before. */
async function divideSamples(
  samples: rubric.PreparedSamples,
  { part, of }: ShardOptions["shard"],
): Promise<{ division: Division; own: ReadonlySet<number> }> {
  const keys: string[] = [];
  for (let index = 0; index < samples.count; index += 1) {
    const { sample } = await samples.read(index);
    keys.push(canonicalHash(sample));
  }
  const division = divide(
    keys.map((key) => ({ key })),
    of,
  );
  return { division, own: new Set(keys.flatMap((key, index) => (division.shardOf(key) === part ? [index] : []))) };
}
