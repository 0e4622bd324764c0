import type { JudgedPacket } from "../packets/judged-packet.ts";

/** Two packets of one case and repetition by different subjects, the one whose hash comes first in front. */
export function pairsOf(packets: readonly JudgedPacket[]): [JudgedPacket, JudgedPacket][] {
  const sides = new Map<string, JudgedPacket[]>();
  for (const packet of packets) {
    const key = JSON.stringify([campaignOfPair(packet), packet.case_id, packet.repetition]);
    sides.set(key, [...(sides.get(key) ?? []), packet]);
  }
  return [...sides.values()].flatMap((group) =>
    group.flatMap((one, index) =>
      group
        .slice(index + 1)
        .filter((other) => other.subject !== one.subject && other.packet_sha256 !== one.packet_sha256)
        .map((other): [JudgedPacket, JudgedPacket] =>
          one.packet_sha256 < other.packet_sha256 ? [one, other] : [other, one],
        ),
    ),
  );
}

/** The subjects of a batch are experiments, each a campaign of its own; the items are what they share. */
function campaignOfPair({ protocol, campaign }: JudgedPacket): string {
  return protocol === "batch" ? "batch" : campaign;
}
