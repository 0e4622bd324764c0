import type { JudgedPacket } from "../../judging/index.ts";

export type UnitOf = "case" | "packet";

/**
 * Groups packets into units. With `case`, all trials of a case and repetition are one unit, `<case>/<repetition>`, since differences of
 * subjects are best estimated when both are labelled. Units that share a packet are merged under the first name, as its label applies to
 * all. With `packet`, each packet is a unit named by its hash.
 */
export function unitsOf(
  packets: readonly Pick<JudgedPacket, "packet_sha256" | "case_id" | "repetition">[],
  unitOf: UnitOf,
): Map<string, string> {
  if (unitOf === "packet") return new Map(packets.map(({ packet_sha256 }) => [packet_sha256, packet_sha256]));
  const parents = new Map<string, string>();
  const rootOf = (name: string): string => {
    let root = name;
    while (parents.get(root) !== undefined && parents.get(root) !== root) root = parents.get(root)!;
    parents.set(name, root);
    return root;
  };
  const first = new Map<string, string>();
  for (const { packet_sha256, case_id, repetition } of packets) {
    const unit = rootOf(`${case_id}/${repetition}`);
    const known = first.get(packet_sha256);
    if (known === undefined) first.set(packet_sha256, unit);
    else {
      const [lower, upper] = [unit, rootOf(known)].sort() as [string, string];
      parents.set(upper, lower);
    }
  }
  return new Map([...first].map(([packet, unit]) => [packet, rootOf(unit)]));
}
