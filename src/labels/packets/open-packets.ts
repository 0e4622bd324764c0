import {
  type AnswerScale,
  type JudgedPacket,
  type PacketFilter,
  type PacketReader,
  PROTOCOL_NAMES,
  PROTOCOLS,
  type ProtocolName,
  type ShownSection,
} from "../../judging/index.ts";
import type { Store } from "../../store/index.ts";
import { wantsProtocol } from "./packet-filter.ts";

/** Current judged packets with their texts. */
export interface OpenedPackets {
  packets: JudgedPacket[];
  /** Reads a packet as its judge saw it; null if missing or damaged. */
  textOf(packetSha256: string): string | null;
  /** Splits a packet into sections for people. */
  show(packet: JudgedPacket, text: string): ShownSection[];
  /** Returns the scale of a dimension; null if the judges were not asked about it. */
  scaleOf(packet: JudgedPacket, dimension: string, text: string): AskedScale | null;
  /** Results that could not be read. */
  problems: string[];
}

/** Scale, with the question if it has its own wording. */
interface AskedScale extends AnswerScale {
  question: string | null;
}

export async function openPackets(store: Store, filter: PacketFilter = {}): Promise<OpenedPackets> {
  const packets: JudgedPacket[] = [];
  const problems: string[] = [];
  const texts = new Map<string, string>();
  const readers = new Map<ProtocolName, PacketReader>();
  for (const protocol of PROTOCOL_NAMES) {
    if (!wantsProtocol(filter, protocol)) continue;
    const reader = await PROTOCOLS[protocol].packets();
    readers.set(protocol, reader);
    for await (const { packet, text } of reader.packets(store, filter, (problem) => problems.push(problem))) {
      packets.push(packet);
      if (text !== undefined) texts.set(packet.packet_sha256, text);
    }
  }
  return {
    packets,
    problems,
    textOf: (hash) => texts.get(hash) ?? store.text(hash),
    show: ({ protocol }, text) => readers.get(protocol)!.sections(text) ?? [{ title: "Packet", text }],
    scaleOf({ protocol, dimensions }, dimension, text) {
      const reader = readers.get(protocol)!;
      const scale = reader.scaleOf(dimension, text);
      if (scale === null || (PROTOCOLS[protocol].labels.asksOwnDimensions && !Object.hasOwn(dimensions, dimension)))
        return null;
      return { ...scale, question: reader.questionAbout?.(dimension) ?? null };
    },
  };
}

/** Lists all current judged packets. */
export async function currentPackets(store: Store, filter: PacketFilter = {}): Promise<JudgedPacket[]> {
  return (await openPackets(store, filter)).packets;
}
