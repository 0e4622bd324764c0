import { checkForgeries, envelopeForgeries, identityForgeries, moneyForgeries } from "./envelope-forgeries.ts";
import type { Forgery } from "./forgery.ts";
import { shapeForgeries } from "./shape-forgeries.ts";
import { treeForgeries } from "./tree-forgeries.ts";

/** Every possible lie of a worker, by topic. */
export function resultForgeries(): Map<string, Forgery[]> {
  const all = [
    ...treeForgeries(),
    ...shapeForgeries(),
    ...envelopeForgeries(),
    ...identityForgeries(),
    ...moneyForgeries(),
    ...checkForgeries(),
  ];
  const families = new Map<string, Forgery[]>();
  for (const forgery of all) families.set(forgery.family, [...(families.get(forgery.family) ?? []), forgery]);
  return families;
}
