import { addTo } from "../../text/index.ts";
import type { Entry, FoundDamage } from "./entry.ts";

/** Indexes a segment's damage by what can still be read of its keys and places. */
export function damageByRecord(damaged: Iterable<FoundDamage>, segment: string): Map<string, FoundDamage[]> {
  const found = new Map<string, FoundDamage[]>();
  for (const damage of damaged) {
    const { where, kind, key } = damage;
    if (key === null || !where.startsWith(`log/${segment}.jsonl, `)) continue;
    addTo(found, `${kind} ${key}`, damage);
  }
  return found;
}

export function takeOut(found: Map<string, FoundDamage[]>, damage: FoundDamage): void {
  const same = found.get(`${damage.kind} ${damage.key}`);
  const at = same?.indexOf(damage) ?? -1;
  if (at !== -1) same!.splice(at, 1);
}

/** Returns whether damage at a record's position is of that record: its key may be damaged, and then the place identifies it. */
export function isLeftOf({ kind, key, place }: Entry, damage: FoundDamage | undefined): boolean {
  if (damage === undefined) return false;
  return damage.key === null || (damage.kind === kind && (damage.key === key || damage.place === place));
}
