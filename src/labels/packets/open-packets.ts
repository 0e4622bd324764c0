import type { Store } from "../../store/index.ts";
import { batchPackets } from "./batch-packets.ts";
import { campaignPackets } from "./campaign-packets.ts";
import { type JudgedPacket, type PacketFilter, wantsProtocol } from "./judged-packet.ts";
import { rubricPackets } from "./rubric-packets.ts";

/** Everything that was judged and is current, and the words that the judges saw. */
export interface OpenedPackets {
  packets: JudgedPacket[];
  /** A packet as its judge saw it; null when it is not there or damaged. */
  textOf(packetSha256: string): string | null;
  /** Results that could not be read. */
  problems: string[];
}

export async function openPackets(store: Store, filter: PacketFilter = {}): Promise<OpenedPackets> {
  const packets: JudgedPacket[] = [];
  const problems: string[] = [];
  const texts = new Map<string, string>();
  if (wantsProtocol(filter, "campaign")) for (const packet of campaignPackets(store, filter)) packets.push(packet);
  if (wantsProtocol(filter, "rubric"))
    for await (const packet of rubricPackets(store, filter, (problem) => problems.push(problem))) packets.push(packet);
  if (wantsProtocol(filter, "batch"))
    for await (const { packet, text } of batchPackets(store, filter)) {
      packets.push(packet);
      texts.set(packet.packet_sha256, text);
    }
  return { packets, problems, textOf: (hash) => texts.get(hash) ?? store.text(hash) };
}

/** Every packet that judges have been asked about and that is current. */
export async function currentPackets(store: Store, filter: PacketFilter = {}): Promise<JudgedPacket[]> {
  return (await openPackets(store, filter)).packets;
}
