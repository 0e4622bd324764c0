import type { LabelPlan } from "../../config/index.ts";
import { type JudgedPacket, PROTOCOLS } from "../../judging/index.ts";
import type { LabelDraw, LabelPurpose, LabelQuestion, LabelRecord } from "../../records/index.ts";
import { labelKey, packetsOfLabel } from "../../records/index.ts";
import { sha256 } from "../../text/index.ts";
import { kindName, type QuestionKind } from "../packets/asked-question.ts";
import { pairPackets } from "./pairs.ts";

/** Open question about a packet. */
export interface QueueEntry {
  packet: JudgedPacket;
  /** Second packet of a preference. */
  other: JudgedPacket | null;
  kind: QuestionKind;
  question: LabelQuestion;
  draw: LabelDraw | null;
  /** Purpose of what it settles, if known; otherwise the session's. */
  purpose?: LabelPurpose;
}

export interface QueueOptions {
  annotator: string;
  purpose: LabelPurpose;
  kinds: readonly QuestionKind[];
  /** Without a plan, the queue contains everything, as chosen by hand. */
  plan: LabelPlan | null;
}

export interface Queue {
  /** Open entries. */
  open: QueueEntry[];
  /** Number of earlier answers by the annotator. */
  done: number;
  /** Number of drawn packets that are outdated. */
  stale: number;
  /** Number of packets omitted because they are labelled for the other purpose. */
  otherPurpose: number;
}

/** Builds an annotator's queue. The order depends only on hashes, so it reveals nothing about subjects, cases or scores. */
export function buildLabelQueue(
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
    // Composing a key takes time, and most of ten thousand packets were never answered.
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
      ? pairPackets(packets).map(([packet, other]) => preference(packet, other, null))
      : packets.filter(isAskedOf(kind)).map((packet) => ({ packet, other: null, kind, question: kind, draw: null })),
  );
  // Questions about the same packet are adjacent, so that it is read once.
  entries.sort((one, other) => order.get(one.packet)! - order.get(other.packet)!);
  return { entries, stale: 0 };
}

/** Selects packets whose judges answered the question, as packets of a judging may be scored differently. */
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
