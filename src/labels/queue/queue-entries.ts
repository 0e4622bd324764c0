import type { LabelPlan } from "../../config/index.ts";
import { type JudgedPacket, PROTOCOLS } from "../../judging/index.ts";
import type { LabelDraw, LabelPurpose, LabelQuestion, LabelRecord } from "../../records/index.ts";
import { labelKey, packetsOfLabel } from "../../records/index.ts";
import { sha256 } from "../../text/index.ts";
import { kindName, type QuestionKind } from "../packets/asked-question.ts";
import { pairsOf } from "./pairs.ts";

/** One question about one packet that somebody is to answer. */
export interface QueueEntry {
  packet: JudgedPacket;
  /** Of a preference. */
  other: JudgedPacket | null;
  kind: QuestionKind;
  question: LabelQuestion;
  draw: LabelDraw | null;
  /** Of what it settles, where that is known; else the session's. */
  purpose?: LabelPurpose;
}

export interface QueueOptions {
  annotator: string;
  purpose: LabelPurpose;
  kinds: readonly QuestionKind[];
  /** What was drawn; without one everything is in the queue, and chosen by hand. */
  plan: LabelPlan | null;
}

export interface Queue {
  /** What is still open. */
  open: QueueEntry[];
  /** How many the annotator has answered already. */
  done: number;
  /** Drawn, and no longer what any judge was shown. */
  stale: number;
  /** Left out because they have labels for the other purpose. */
  otherPurpose: number;
}

/** What an annotator is asked next. The order follows from hashes alone, so it tells nothing of subjects, cases or scores. */
export function labelQueue(
  packets: readonly JudgedPacket[],
  labels: readonly LabelRecord[],
  { annotator, purpose, kinds, plan }: QueueOptions,
): Queue {
  const byHash = new Map(packets.map((packet) => [packet.packet_sha256, packet]));
  const wanted = plan === null ? everything([...byHash.values()], kinds) : drawn(plan, byHash, kinds);
  const own = labels.filter((label) => label.annotator === annotator);
  const answered = new Set(own.map(labelKey));
  const touched = new Set(own.map(({ packet_sha256 }) => packet_sha256));
  const elsewhere = new Set(labels.filter((label) => label.purpose !== purpose).flatMap(packetsOfLabel));
  const queue: Queue = { open: [], done: 0, stale: wanted.stale, otherPurpose: 0 };
  for (const entry of wanted.entries) {
    const { packet_sha256 } = entry.packet;
    // A key takes time to write; of ten thousand packets most were never answered.
    const isDone =
      touched.has(packet_sha256) && answered.has(labelKey({ packet_sha256, question: entry.question, annotator }));
    if (isDone) queue.done += 1;
    else if (elsewhere.has(packet_sha256) || (entry.other && elsewhere.has(entry.other.packet_sha256)))
      queue.otherPurpose += 1;
    else queue.open.push(entry);
  }
  return queue;
}

function everything(packets: readonly JudgedPacket[], kinds: readonly QuestionKind[]) {
  const ranked = packets.map((packet) => ({ packet, rank: sha256(`order ${packet.packet_sha256}`) }));
  ranked.sort((one, other) => (one.rank < other.rank ? -1 : 1));
  const order = new Map(ranked.map(({ packet }, rank) => [packet, rank]));
  const entries = kinds.flatMap((kind): QueueEntry[] =>
    kind.kind === "preference"
      ? pairsOf(packets).map(([packet, other]) => preference(packet, other, null))
      : packets.filter(isAskedOf(kind)).map((packet) => ({ packet, other: null, kind, question: kind, draw: null })),
  );
  // Questions about one packet come one after the other: it is read once.
  entries.sort((one, other) => order.get(one.packet)! - order.get(other.packet)!);
  return { entries, stale: 0 };
}

/** Where packets of one judging are scored in different ways, each is asked what its judges were. */
function isAskedOf(kind: QuestionKind): (packet: JudgedPacket) => boolean {
  return ({ protocol, dimensions }) =>
    !PROTOCOLS[protocol].labels.asksOwnDimensions ||
    !("dimension" in kind) ||
    Object.hasOwn(dimensions, kind.dimension);
}

function drawn(
  { plan, question, packets }: LabelPlan,
  byHash: Map<string, JudgedPacket>,
  kinds: readonly QuestionKind[],
) {
  const kind = kinds.find((candidate) => kindName(candidate) === question);
  const entries: QueueEntry[] = [];
  let stale = 0;
  for (const { packet_sha256, other_packet_sha256, stratum, probability } of packets) {
    const packet = byHash.get(packet_sha256);
    const other = other_packet_sha256 === undefined ? null : byHash.get(other_packet_sha256);
    const draw = { plan, probability, stratum };
    if (packet === undefined || other === undefined || kind === undefined) stale += 1;
    else if (kind.kind !== "preference") entries.push({ packet, other: null, kind, question: kind, draw });
    else if (other !== null) entries.push(preference(packet, other, draw));
  }
  return { entries, stale };
}

function preference(packet: JudgedPacket, other: JudgedPacket, draw: LabelDraw | null): QueueEntry {
  const question = { kind: "preference" as const, other_packet_sha256: other.packet_sha256 };
  return { packet, other, kind: { kind: "preference" }, question, draw };
}
