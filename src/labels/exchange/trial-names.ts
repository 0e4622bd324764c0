import type { JudgedPacket } from "../packets/index.ts";

/** Finds packets by the names that people give to trials. */
export interface TrialNames {
  /** By the hash of the packet, or by the end of the trial's name as far as it is needed to tell it from others. */
  find(trial: string | undefined, packetSha256: string | undefined): JudgedPacket | { problem: string };
}

export function openTrialNames(packets: readonly JudgedPacket[]): TrialNames {
  const byHash = new Map<string, JudgedPacket>();
  const byEnding = new Map<string, JudgedPacket[]>();
  for (const packet of packets) {
    if (!byHash.has(packet.packet_sha256)) byHash.set(packet.packet_sha256, packet);
    const parts = packet.trial_id.split("/");
    for (let from = 0; from < parts.length; from += 1) {
      const ending = parts.slice(from).join("/");
      const known = byEnding.get(ending);
      if (known === undefined) byEnding.set(ending, [packet]);
      // The same packet judged in two ways is one packet.
      else if (known.every(({ packet_sha256 }) => packet_sha256 !== packet.packet_sha256)) known.push(packet);
    }
  }
  return {
    find(trial, packetSha256) {
      if (packetSha256 !== undefined)
        return byHash.get(packetSha256) ?? { problem: `no judge was shown the packet ${packetSha256}; it is stale` };
      if (trial === undefined) return { problem: "neither `trial` nor `packet_sha256` says what was labelled" };
      const found = byEnding.get(trial) ?? [];
      if (found.length === 1) return found[0]!;
      if (found.length === 0) return { problem: `no judged trial is called "${trial}"` };
      const some = found.slice(0, 3).map(({ trial_id }) => trial_id);
      return {
        problem: `"${trial}" may be any of ${found.length}: ${some.join(", ")}${found.length > 3 ? ", …" : ""}`,
      };
    },
  };
}
