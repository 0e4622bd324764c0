import { batch } from "../../../judging/index.ts";
import type { OpenPiece, ShardReport } from "../../../report/index.ts";
import { sha256 } from "../../../text/index.ts";
import type { Controls } from "../../controls.ts";
import type { ShardOptions } from "../../open/shard-options.ts";
import { judgeShard, type OpenJudging } from "../judging-session.ts";
import type { JudgeBatchOptions } from "./batch-options.ts";
import { type BatchJudging, drawToJudge, openBatchJudging } from "./draw-batch.ts";

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
  const drawn = await drawToJudge(options, judging, controls);
  try {
    const kinds = batch.questionKinds(judging.measure, drawn, await batch.readBatchPrompts());
    const pieces = piecesOf(kinds, judging);
    const { shard } = options;
    return await judgeShard(
      judging,
      { shard, unit: "batch", pieces, judge: (own, open) => judgeOwn(kinds, pieces, own, judging, open, controls) },
      controls,
    );
  } finally {
    await judging.gateways.close();
  }
}

type Kinds = ReturnType<typeof batch.questionKinds>;

interface Piece {
  key: string;
  /** Names of the things in the batch. */
  things: string[];
}

function piecesOf({ items, singletons }: Kinds, { measure }: BatchJudging): Piece[] {
  return [items, singletons].flatMap(({ called, sample, kind }) =>
    batch.inBatches(sample, measure.batchSize).map((things) => ({
      key: sha256(kind.question(things)),
      things: things.map(({ item_id }) => nameOf(called, item_id)),
    })),
  );
}

async function judgeOwn(
  { items, singletons }: Kinds,
  pieces: readonly Piece[],
  own: ReadonlySet<number>,
  { measure, judges }: BatchJudging,
  { panel, ledger }: OpenJudging,
  { onEvent }: Controls,
): Promise<Pick<ShardReport, "done" | "open" | "stopped">> {
  const ownPieces = pieces.filter((_, at) => own.has(at));
  onEvent?.({
    type: "batches_planned",
    judges: judges.map(({ judge_id, model, repetitions }) => ({ judge_id, model, batches: own.size * repetitions })),
  });
  const keys = new Set(ownPieces.map(({ key }) => key));
  const isMeant = (question: string) => keys.has(sha256(question));
  const surroundings = { panel, batchSize: measure.batchSize, onEvent, isMeant };
  const open = new Map<string, OpenPiece>();
  for (const { called, judged } of [
    { called: items.called, judged: await batch.judgeBatches(items, surroundings) },
    { called: singletons.called, judged: await batch.judgeBatches(singletons, surroundings) },
  ])
    for (const opinion of judged.opinions as batch.Opinion<unknown>[]) {
      const name = nameOf(called, opinion.item_id);
      if (opinion.status !== "scored") open.set(name, { name, reason: opinion.reason });
    }
  const done = ownPieces.filter(({ things }) => things.every((thing) => !open.has(thing))).length;
  return { done, open: [...open.values()], stopped: ledger.stopReason() };
}

/** Names a batch in progress lines: `items q7`. */
function nameOf(called: string, id: batch.Item["item_id"]): string {
  return `${called} ${id}`;
}
