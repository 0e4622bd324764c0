import { join } from "node:path";
import { listNamed, readStoredJson, type Store } from "../../store/index.ts";
import { isRecord, jsonOrNull, plainFields, sha256 } from "../../text/index.ts";
import type { JudgedPacket, JudgeVerdict } from "../judged-packet.ts";
import { meanScores } from "../mean-scores.ts";
import { byName, shownText } from "../named-packets.ts";
import type { AnswerScale, FoundPacket, PacketReader, ShownSection } from "../protocol.ts";
import { type BatchPlace, verdictScores } from "./judging/item-again.ts";
import { questionAboutOne } from "./judging/prompt.ts";
import { batch } from "./protocol.ts";
import type { Drawn } from "./sampling/draw-samples.ts";
import type { Item } from "./sampling/experiment-output.ts";
import type { BatchResult } from "./scoring/result.ts";
import type { JudgedSingleton } from "./scoring/singletons.ts";

/**
 * Finds and shows the packets of items and singletons judged in batches. A judge saw several at a time; the packet of one of them
 * is the question as it would be about it alone, so a label outlives another mixture of batches and ends with another rubric.
 */
export const batchPacketReader: PacketReader = {
  async *packets(store, filter) {
    for (const { name, folder } of byName(listNamed(store.outputs, batch), filter.batch)) {
      const result = await readWhole<BatchResult>(join(folder, "result.json"));
      const sample = await readWhole<DrawnThings>(join(folder, "sample.json"));
      if (!Array.isArray(result?.items) || !Array.isArray(sample?.items)) continue;
      yield* packetsOf(store, { name, result, clusterIds: null }, result.items, sample.items);
      const singletons = result.singletons?.items ?? [];
      const clusterIds = (sample.clusters ?? []).map(({ cluster_id }) => cluster_id);
      yield* packetsOf(store, { name, result, clusterIds }, singletons, sample.singletons ?? []);
    }
  },
  sections: sectionsOfItem,
  scaleOf: scaleOfField,
  questionAbout: (dimension) =>
    dimension === "should_cluster" ? "Does it belong to one of the clusters? 1 yes, 0 no" : null,
};

/** The item is a list of one in the middle of the question, between the rubric and the instructions for the answer. */
function sectionsOfItem(text: string): ShownSection[] | null {
  const found = /\n\[\n {2}(\{.*\})\n\]/.exec(text);
  const item = found && jsonOrNull(found[1]!);
  if (!isRecord(item)) return null;
  const fields = Object.entries(item).filter(([field]) => field !== "item_id");
  const rubric = /<rubric>\n([\s\S]*?)\n<\/rubric>/.exec(text.slice(0, found!.index))?.[1];
  return [
    { title: "Rubric", text: rubric ?? text.slice(0, found!.index).trim() },
    ...fields.map(([field, value]) => ({ title: `Item: ${field}`, text: shownText(value) })),
    ...clusterSections(text.slice(found!.index + found![0].length)),
  ];
}

/** Lists the clusters that a singleton might belong to. */
function clusterSections(rest: string): ShownSection[] {
  const [, json = ""] = /<existing-clusters>\n.*\n(\[[\s\S]*?\])\n<\/existing-clusters>/.exec(rest) ?? [];
  const clusters = jsonOrNull(json);
  if (!Array.isArray(clusters)) return [];
  const lines = clusters.filter(isRecord).map(({ title, themes }) => {
    const about = Array.isArray(themes) ? ` (${themes.map(shownText).join(", ")})` : "";
    return `- ${shownText(title)}${about}`;
  });
  return [{ title: "Clusters that exist", text: lines.length === 0 ? "None" : lines.join("\n") }];
}

/** Reads the scale that the rubric describes; a spec may describe its fields elsewhere. */
function scaleOfField(dimension: string, text: string): AnswerScale {
  // Every singleton has these two, regardless of the rubric.
  if (dimension === "should_cluster") return { low: 0, high: 1, bands: [] };
  if (dimension === "confidence") return { low: 1, high: 5, bands: [] };
  const rule = plainFields(text, [dimension])[dimension];
  const ends: { min?: number; max?: number } = rule?.type === "integer" || rule?.type === "number" ? rule : {};
  return { low: ends.min ?? null, high: ends.max ?? null, bands: [] };
}

/** Content of sample.json. */
interface DrawnThings {
  items: { item: Item }[];
  singletons?: { item: Item }[];
  clusters?: Drawn["clusters"];
}

interface Experiment {
  name: string;
  result: BatchResult;
  /** For singletons: candidate clusters. */
  clusterIds: BatchPlace["cluster_ids"];
}

function* packetsOf(
  store: Store,
  experiment: Experiment,
  judged: readonly JudgedThing[],
  drawn: DrawnThings["items"],
): Generator<FoundPacket> {
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

type ScoredItem = BatchResult["items"][number];
type JudgedThing = ScoredItem | JudgedSingleton;

function questionOf(store: Store, { opinions }: JudgedThing, item: Item): string | null {
  for (const opinion of opinions) {
    const call = opinion.status === "scored" ? store.read("call", opinion.call_id) : null;
    const user = call && store.text(call.value.prompt.user_sha256);
    const alone = user && questionAboutOne(user, item);
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
    // A call covers a batch, so the cost of one item is unknown.
    const found = { judge: judge_id, judge_id, model, repetition, call_id, cost_usd: null };
    return [{ ...found, scores: verdictScores(verdict) }];
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
    place: { item_id, cluster_ids: clusterIds } satisfies BatchPlace,
  };
}
