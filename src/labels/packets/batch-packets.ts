import { join } from "node:path";
import { batch } from "../../judging/index.ts";
import { listBatches, readStoredJson, type Store } from "../../store/index.ts";
import { sha256 } from "../../text/index.ts";
import { byName, type JudgedPacket, type JudgeVerdict, type PacketFilter } from "./judged-packet.ts";
import { meanScores } from "./mean-scores.ts";

/**
 * The packets of items and singletons that were judged in batches. A judge saw several at a time; the packet of one of them is the question as it would be about it
 * alone, so a label outlives another mixture of batches and ends with another rubric.
 */
export async function* batchPackets(
  store: Store,
  filter: PacketFilter,
): AsyncGenerator<{ packet: JudgedPacket; text: string }> {
  for (const { name, folder } of byName(listBatches(store.outputs), filter.batch)) {
    const result = await readWhole<batch.BatchResult>(join(folder, "result.json"));
    const sample = await readWhole<DrawnThings>(join(folder, "sample.json"));
    if (!Array.isArray(result?.items) || !Array.isArray(sample?.items)) continue;
    yield* packetsOf(store, { name, result, clusterIds: null }, result.items, sample.items);
    const singletons = result.singletons?.items ?? [];
    const clusterIds = (sample.clusters ?? []).map(({ cluster_id }) => cluster_id);
    yield* packetsOf(store, { name, result, clusterIds }, singletons, sample.singletons ?? []);
  }
}

/** What sample.json holds. */
interface DrawnThings {
  items: { item: batch.Item }[];
  singletons?: { item: batch.Item }[];
  clusters?: batch.Drawn["clusters"];
}

interface Experiment {
  name: string;
  result: batch.BatchResult;
  /** Of singletons: the clusters that they might belong to. */
  clusterIds: batch.BatchPlace["cluster_ids"];
}

function* packetsOf(
  store: Store,
  experiment: Experiment,
  judged: readonly JudgedThing[],
  drawn: DrawnThings["items"],
): Generator<{ packet: JudgedPacket; text: string }> {
  const items = new Map(drawn.map(({ item }) => [JSON.stringify(item.item_id), item]));
  for (const scored of judged) {
    const item = items.get(JSON.stringify(scored.item_id));
    const text = item === undefined ? null : questionOf(store, scored, item);
    if (text !== null) yield { packet: packetOf(experiment, scored, text), text };
  }
}

async function readWhole<Value>(path: string): Promise<Value | null> {
  const stored = await readStoredJson(path);
  return stored.state === "found" ? (stored.value as Value) : null;
}

type ScoredItem = batch.BatchResult["items"][number];
type JudgedThing = ScoredItem | batch.JudgedSingleton;

function questionOf(store: Store, { opinions }: JudgedThing, item: batch.Item): string | null {
  for (const opinion of opinions) {
    const call = opinion.status === "scored" ? store.read("call", opinion.call_id) : null;
    const user = call && store.text(call.value.prompt.user_sha256);
    const alone = user && batch.questionAboutOne(user, item);
    if (alone) return alone;
  }
  return null;
}

function packetOf(
  { name, result: { judges }, clusterIds }: Experiment,
  judged: JudgedThing,
  text: string,
): JudgedPacket {
  const { item_id, opinions } = judged;
  // An item and a singleton may have the same id.
  const case_id = clusterIds === null ? String(item_id) : `singletons/${item_id}`;
  const verdicts = opinions.flatMap((opinion): JudgeVerdict[] => {
    if (opinion.status !== "scored") return [];
    const { judge_id, repetition, call_id, verdict } = opinion;
    const model = judges.find((judge) => judge.judge_id === judge_id)?.model ?? "";
    // A call is about a whole batch, so nobody knows what one item of it cost.
    const found = { judge: judge_id, judge_id, model, repetition, call_id, cost_usd: null };
    return [{ ...found, scores: batch.verdictScores(verdict) }];
  });
  return {
    trial_id: `batch/${name}/${case_id}`,
    protocol: "batch",
    campaign: `batch/${name}`,
    case_id,
    subject: name,
    repetition: 1,
    packet_sha256: sha256(text),
    score: "score" in judged ? judged.score : null,
    passed: null,
    pass_threshold: null,
    dimensions: meanScores(verdicts),
    verdicts,
    batch_place: { item_id, cluster_ids: clusterIds },
  };
}
