import type { DamagedRecord, Store } from "../store/index.ts";
import { agree, formatUsd, plural } from "../text/presentation/index.ts";

/** Number of records named individually; more damage means a broken disk. */
const MOST_NAMED = 20;

/** Describes damaged records, each by name with its consequence. */
export function damageSentences({ damaged }: Pick<Store, "damaged">): string[] {
  const found = damaged();
  const named = found.slice(0, MOST_NAMED).map(sentenceOf);
  if (found.length <= MOST_NAMED) return named;
  return [
    ...named,
    `${plural(found.length - MOST_NAMED, "more record")} damaged; \`assay store verify\` names all of them`,
  ];
}

function sentenceOf({ where, kind, problem, healed }: DamagedRecord): string {
  return `${where}: ${problem}; ${healed ? `another copy of this ${kind} is used` : `${kind ?? "it"} is treated as missing`}`;
}

/** Warns before spending that something is paid for a second time, with its first cost. */
export function paidAgainSentence(
  costs: readonly (number | null)[],
  { noun, verbs, because }: { noun: string; verbs: [one: string, many: string]; because: string },
): string {
  const known = costs.filter((cost) => cost !== null);
  const sum = known.reduce((total, cost) => total + cost, 0);
  const unknown = costs.length - known.length;
  const cost =
    known.length === 0
      ? "what that cost last time is not known"
      : `that cost ${formatUsd(sum)} last time${unknown > 0 ? `, and an unknown amount for ${unknown} of them` : ""}`;
  return `${plural(costs.length, noun)} ${agree(costs.length, ...verbs)} again, ${because}; ${cost}`;
}
