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

/** Everything that was judged and is current, and the words that the judges saw. */
export interface OpenedPackets {
  packets: JudgedPacket[];
  /** A packet as its judge saw it; null when it is not there or damaged. */
  textOf(packetSha256: string): string | null;
  /** The same under headings, for people. */
  show(packet: JudgedPacket, text: string): ShownSection[];
  /** How a dimension is scored; null when the judges were not asked about it. */
  scaleOf(packet: JudgedPacket, dimension: string, text: string): AskedScale | null;
  /** Results that could not be read. */
  problems: string[];
}

/** A scale, with the question about it where that has words of its own. */
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

/** Every packet that judges have been asked about and that is current. */
export async function currentPackets(store: Store, filter: PacketFilter = {}): Promise<JudgedPacket[]> {
  return (await openPackets(store, filter)).packets;
}
