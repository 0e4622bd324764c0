import { type Dossier, iterationsOf, kindOf, removeRecords } from "./dossier.ts";

/** Judge calls and texts that something rests on. */
export function neededKeys({ records }: Dossier): Set<string> {
  const needed = new Set<string>();
  for (const { value } of kindOf(records, "evaluation")) {
    needed.add(`text ${value.prompt.user_sha256}`).add(`text ${value.prompt.system_sha256}`);
    for (const { call_id, status } of iterationsOf(value)) if (status !== "not_asked") needed.add(`call ${call_id}`);
  }
  for (const { value } of kindOf(records, "campaign"))
    needed.add(`text ${value.judge_system_prompt_sha256}`).add(`text ${value.listing_sha256}`);
  return needed;
}

/** Takes out what a forgery has left without use, and would give it away. */
export function sweepOrphans(dossier: Dossier, neededBefore: ReadonlySet<string>): void {
  const needed = neededKeys(dossier);
  const isOrphan = ({ kind, key }: { kind: string; key: string }) =>
    neededBefore.has(`${kind} ${key}`) && !needed.has(`${kind} ${key}`);
  removeRecords(dossier, dossier.records.filter(isOrphan));
}
