import type { JudgedPacket } from "../../judging/index.ts";

/** Finds packets by the names of their trials. */
export interface TrialNames {
  /** Finds a packet by its hash, or by any unambiguous ending of its trial's name. */
  find(trial: string | undefined, packetSha256: string | undefined): JudgedPacket | { problem: string };
}

export function openTrialNames(packets: readonly JudgedPacket[]): TrialNames {
  const byHash = new Map<string, JudgedPacket>();
  // Indexed by hash, since equal packets are one, and every trial of a campaign may end in `1`.
  const byEnding = new Map<string, Map<string, JudgedPacket>>();
  for (const packet of packets) {
    if (!byHash.has(packet.packet_sha256)) byHash.set(packet.packet_sha256, packet);
    const parts = packet.trial_id.split("/");
    for (let from = 0; from < parts.length; from += 1) {
      const ending = parts.slice(from).join("/");
      const known = byEnding.get(ending) ?? new Map<string, JudgedPacket>();
      if (!known.has(packet.packet_sha256)) known.set(packet.packet_sha256, packet);
      byEnding.set(ending, known);
    }
  }
  return {
    find(trial, packetSha256) {
      if (packetSha256 !== undefined)
        return byHash.get(packetSha256) ?? { problem: `no judge was shown the packet ${packetSha256}; it is stale` };
      if (trial === undefined) return { problem: "neither `trial` nor `packet_sha256` says what was labelled" };
      const found = byEnding.get(trial);
      if (found === undefined) return { problem: `no judged trial is called "${trial}"` };
      const [first, second, third] = found.values();
      if (second === undefined) return first!;
      const names = [first, second, third].flatMap((packet) => packet?.trial_id ?? []);
      return {
        problem: `"${trial}" may be any of ${found.size}: ${names.join(", ")}${found.size > 3 ? ", …" : ""}`,
      };
    },
  };
}
