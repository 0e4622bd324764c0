import type { Entry, FoundDamage } from "./entry.ts";

/** What was found damaged in one segment, by what is left of its name. */
export function damageByRecord(damaged: Iterable<FoundDamage>, segment: string): Map<string, FoundDamage[]> {
  const found = new Map<string, FoundDamage[]>();
  for (const damage of damaged) {
    const { where, kind, key } = damage;
    if (key === null || !where.startsWith(`log/${segment}.jsonl, `)) continue;
    found.set(`${kind} ${key}`, [...(found.get(`${kind} ${key}`) ?? []), damage]);
  }
  return found;
}

export function takeOut(found: Map<string, FoundDamage[]>, damage: FoundDamage): void {
  const same = found.get(`${damage.kind} ${damage.key}`);
  const at = same?.indexOf(damage) ?? -1;
  if (at !== -1) same!.splice(at, 1);
}

/** Whether damage at the byte of a record is what is left of it: the damage may be in its key, and then its place tells. */
export function isLeftOf({ kind, key, place }: Entry, damage: FoundDamage | undefined): boolean {
  if (damage === undefined) return false;
  return damage.key === null || (damage.kind === kind && (damage.key === key || damage.place === place));
}
