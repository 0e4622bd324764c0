import { divide } from "../../../config/index.ts";
import { batch, resolveJudges } from "../../../judging/index.ts";
import type { OpenPiece, ShardReport } from "../../../report/index.ts";
import { outputsFolder, type Store } from "../../../store/index.ts";
import { sha256 } from "../../../text/index.ts";
import type { Controls } from "../../controls.ts";
import { recordShard } from "../../open/record-shard.ts";
import type { ShardOptions } from "../../open/shard-options.ts";
import { withStore } from "../../open/with-store.ts";
import { withWritableStore } from "../../open/with-writable-store.ts";
import { openAskingPanel } from "../asking-panel.ts";
import { refuseUnreachableJudges } from "../refuse-unreachable-judges.ts";
import { openBatchLedger } from "./batch-ledger.ts";
import type { JudgeBatchOptions } from "./batch-options.ts";
import { type BatchJudging, drawBatch, openBatchJudging } from "./draw-batch.ts";

type BatchShardOptions = JudgeBatchOptions & Pick<ShardOptions, "shard">;

/**
 * Judges some batches of an experiment, for machines that share the work. After merging the stores, `judgeBatch` finds all answers.
 *
 * @example
 * const { own, all } = await judgeBatchShard({ spec: "spec.yaml", items: "experiment-1.jsonl", shard: { part: 1, of: 2 } });
 * console.log(own, "of", all);
 */
export async function judgeBatchShard(options: BatchShardOptions, controls: Controls = {}): Promise<ShardReport> {
  const judging = await openBatchJudging(options, controls);
  const { root, measure, gateways } = judging;
  try {
    refuseUnreachableJudges(measure.judges, gateways);
    const drawn = await drawBatch(options, judging, controls);
    const outputs = outputsFolder(root);
    const judge = (store: Store) => judgePart(drawn, judging, store, options, controls);
    return await withWritableStore(outputs, gateways, () => withStore(outputs, controls.onEvent, judge));
  } finally {
    await gateways.close();
  }
}

async function judgePart(
  drawn: batch.Drawn,
  { name, measure, gateways, redactor }: BatchJudging,
  store: Store,
  { shard, force, maxCostUsd }: BatchShardOptions,
  { signal, noNewWork, onEvent }: Controls,
): Promise<ShardReport> {
  const kinds = batch.questionKinds(measure, drawn, await batch.readBatchPrompts());
  const batches = [kinds.items, kinds.singletons].flatMap(({ called, sample, kind }) =>
    batch.inBatches(sample, measure.batchSize).map((things) => ({
      key: sha256(kind.question(things)),
      items: things.map(({ item_id }) => nameOf(called, item_id)),
    })),
  );
  const { shardOf, fingerprint } = divide(batches, shard.of);
  const own = batches.filter(({ key }) => shardOf(key) === shard.part);
  const judges = resolveJudges(measure.judges, gateways.forModel);
  onEvent?.({
    type: "batches_planned",
    judges: judges.map(({ judge_id, model, repetitions }) => ({ judge_id, model, batches: own.length * repetitions })),
  });
  const { maxConcurrency, batchSize } = measure;
  const ledger = openBatchLedger(store, name, measure, maxCostUsd);
  const open = new Map<string, OpenPiece>();
  try {
    const panel = openAskingPanel(
      { judges, store, redact: redactor(), maxConcurrency, ledger, force },
      { signal, noNewWork, onEvent },
    );
    const isMeant = (question: string) => shardOf(sha256(question)) === shard.part;
    const surroundings = { panel, batchSize, onEvent, isMeant };
    for (const { called, judged } of [
      { called: kinds.items.called, judged: await batch.judgeBatches(kinds.items, surroundings) },
      { called: kinds.singletons.called, judged: await batch.judgeBatches(kinds.singletons, surroundings) },
    ])
      for (const opinion of judged.opinions as batch.Opinion<unknown>[]) {
        const item = nameOf(called, opinion.item_id);
        if (opinion.status !== "scored") open.set(item, { name: item, reason: opinion.reason });
      }
  } finally {
    ledger.close();
  }
  return keep(store, name, {
    schema_version: 1,
    kind: "shard_report",
    whole: name,
    shard,
    unit: "batch",
    own: own.length,
    all: batches.length,
    division: fingerprint,
    done: own.filter(({ items }) => items.every((item) => !open.has(item))).length,
    open: [...open.values()],
    spent_usd: ledger.spentUsd(),
    stopped: noNewWork?.aborted ? "interrupted" : ledger.stopReason(),
    next: ["assay store merge <outputs of every other shard>", "the same command without --shard"],
  });
}

/** Names a batch in progress lines: `items q7`. */
function nameOf(called: string, id: batch.Item["item_id"]): string {
  return `${called} ${id}`;
}

function keep(store: Store, name: string, report: ShardReport): ShardReport {
  recordShard(store, `batch/${name}`, report);
  return report;
}
