import { type JudgedPacket, PROTOCOLS } from "../../judging/index.ts";
import { groupBy } from "../../text/index.ts";

/** Pairs packets of a case and repetition by different subjects, lower hash first. */
export function pairPackets(packets: readonly JudgedPacket[]): [JudgedPacket, JudgedPacket][] {
  const sides = groupBy(packets, (packet) =>
    JSON.stringify([campaignOfPair(packet), packet.case_id, packet.repetition]),
  );
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

/** If each subject is a judging of its own, such as an experiment, all judgings of the protocol share its cases. */
function campaignOfPair({ protocol, campaign }: JudgedPacket): string {
  return PROTOCOLS[protocol].labels.pairsWithin === "protocol" ? protocol : campaign;
}
