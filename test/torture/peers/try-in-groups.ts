import type { TortureRow } from "../torture.ts";
import { ALL, type Attack, type Tried } from "./attack.ts";

/** How some attacks ended, and how they were tried. */
interface Outcome {
  attack: Attack;
  findings: string[];
}

/**
 * Tries several attacks at a time, and gives a row for each kind. Those that were told of are tried again, each alone: a process that dies
 * hides what the others would have done. `PEERS=nested,gzip npm run torture peers` tries those whose names contain one of these.
 */
export async function* tryInGroups<One extends Attack>(
  attacks: readonly One[],
  size: number,
  tryTogether: (group: readonly One[]) => Promise<Tried>,
): AsyncIterable<TortureRow> {
  const wanted = attacks.filter(({ name }) => isWanted(name));
  for (const kind of new Set(wanted.map((attack) => attack.kind))) {
    const outcomes: Outcome[] = [];
    const remarks: string[] = [];
    let [megabytes, wait] = [0, 0];
    const observed = async (group: readonly One[]): Promise<Tried> => {
      const tried = await tryTogether(group);
      megabytes = Math.max(megabytes, tried.peakMegabytes);
      wait = Math.max(wait, tried.longestWait ?? 0);
      return tried;
    };
    for (const group of groupsOf(
      wanted.filter((attack) => attack.kind === kind),
      size,
    )) {
      const { findings } = await observed(group);
      const isAboutAll = findings.has(ALL);
      const before = outcomes.length;
      for (const attack of group) {
        const isSuspect = isAboutAll || findings.has(attack.name);
        const again = isSuspect && group.length > 1 ? (await observed([attack])).findings : findings;
        outcomes.push({ attack, findings: isSuspect ? [...again.values()].flat() : [] });
      }
      if (isAboutAll && outcomes.slice(before).every((outcome) => outcome.findings.length === 0))
        remarks.push(`only together (${group.map(({ name }) => name).join(", ")}): ${findings.get(ALL)!.join("; ")}`);
    }
    const broken = outcomes.filter(({ findings }) => findings.length > 0);
    remarks.push(...broken.map(({ attack, findings }) => `${attack.name}: ${oneLine(findings.join("; "))}`));
    const worst = `at worst ${Math.round(megabytes)} MB${wait > 0 ? `, a wait of ${Math.round(wait)} ms` : ""}`;
    const [attempts, held] = [outcomes.length, outcomes.length - broken.length];
    yield { what: `${kind} (${worst})`, attempts, held, remarks };
  }
}

function groupsOf<One extends Attack>(all: readonly One[], size: number): One[][] {
  const groups: One[][] = [];
  for (const word of new Set(all.map(({ together }) => together))) {
    const those = all.filter(({ together }) => together === word);
    for (let at = 0; at < those.length; at += size) groups.push(those.slice(at, at + size));
  }
  return groups;
}

function isWanted(name: string): boolean {
  return (process.env.PEERS?.split(",") ?? [""]).some((one) => name.includes(one));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").slice(0, 400);
}
