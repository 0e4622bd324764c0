import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { flipped, randomNumbers } from "../support/mutate.ts";
import { projectRoot } from "../support/project-root.ts";
import { CAMPAIGN, scoresOf, type Victim } from "./victim.ts";

/** A class of damage, as test/corpora/damage/README.md describes it. */
export interface Damage {
  name: string;
  promise: string;
  target: string | string[];
  change: Change;
  index?: "kept" | "removed";
  merged?: boolean;
  everywhere?: boolean;
  unscored?: boolean;
  asked_again?: { subject?: number; judges?: number };
  named?: boolean;
  fast?: boolean;
}

type Change = "digit" | "letter" | "cut" | "zeros" | "swap" | "remove" | "twice" | "head" | "garbage" | "folder";

const FOLDER = join(projectRoot, "test/corpora/damage");

export function readDamages(): Damage[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(".yaml"))
    .sort()
    .map((file) => ({ name: file.replace(/\.yaml$/, ""), ...parse(readFileSync(join(FOLDER, file), "utf8")) }));
}

/** Does the damage at places that the seed decides, and lists what did not hold afterwards; null when there is nothing to damage. */
export async function sufferDamage(damage: Damage, victim: Victim, seed: number): Promise<string[] | null> {
  victim.restore();
  victim.newRequests();
  const outputs = join(victim.cwd, "outputs");
  const done = doDamage(damage, outputs, randomNumbers(seed));
  if (!done) return null;
  if (damage.index === "removed") for (const path of filesIn(outputs, "log", ".index")) rmSync(path);
  if (damage.merged) await victim.call(["store", "merge", victim.copy]);
  const { named = true, asked_again = {}, merged = false } = damage;
  const broken: string[] = [];
  const expectThat = (holds: boolean, what: string) => {
    if (!holds) broken.push(what);
  };

  const report = await victim.call(["report", ...CAMPAIGN, "--output", "json"]);
  expectThat(report.signal === null && !isCrash(report.stderr), `report crashed: ${report.stderr.slice(0, 300)}`);
  for (const [trial, now] of scoresOf(report))
    expectThat(same(now, victim.scores.get(trial)), `the score of ${trial} changed to ${JSON.stringify(now)}`);

  const check = await victim.call(["store", "check", "--output", "json"]);
  expectThat(!isCrash(check.stderr), `store check crashed: ${check.stderr.slice(0, 300)}`);
  const found = JSON.parse(check.stdout) as { damaged_records: { healed: boolean }[]; damaged_files: unknown[] };
  const all = [...found.damaged_records, ...found.damaged_files];
  if (named) expectThat(all.length > 0, "store check named nothing");
  if (merged) expectThat(check.code === 0 && found.damaged_records.every(({ healed }) => healed), "it was not healed");

  const again = await victim.call(["run-eval", ...CAMPAIGN, "--output", "json"]);
  const asked = victim.newRequests();
  expectThat(!isCrash(again.stderr), `run-eval crashed: ${again.stderr.slice(0, 300)}`);
  const scores = scoresOf(again);
  if (damage.unscored) expectThat(scores.size < victim.scores.size, "what cannot be judged has a score");
  else expectThat(same([...scores], [...victim.scores]), "run-eval did not bring all scores back");
  for (const [trial, now] of scores)
    expectThat(same(now, victim.scores.get(trial)), `${trial} came back with another score`);
  expectThat(asked.subject <= (asked_again.subject ?? 0), `the subject was asked ${asked.subject} times`);
  expectThat(asked.judges <= (asked_again.judges ?? 0), `judges were asked ${asked.judges} times`);
  if (damage.everywhere && damage.asked_again) expectThat(asked.subject + asked.judges > 0, "nobody was asked again");
  if (named && asked.subject + asked.judges > 0 && damage.change !== "remove" && damage.target !== "segment") {
    // The index remembers costs; without it a damaged record can only be said to have cost something.
    const cost =
      damage.index === "removed"
        ? /again, .*what that cost last time is not known/
        : /again, .*that cost \$[\d.]+ last time/;
    expectThat(cost.test(again.stderr), "no warning said what it costs");
    const { warnings } = JSON.parse(again.stdout) as { warnings: string[] };
    expectThat(
      warnings.some((warning) => warning.includes("last time")),
      "no warning in the JSON said what it costs",
    );
  }
  return broken;
}

function isCrash(stderr: string): boolean {
  return /^\s+at .*:\d+:\d+/m.test(stderr);
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function doDamage(damage: Damage, outputs: string, random: (below: number) => number): boolean {
  const targets = typeof damage.target === "string" ? [damage.target] : damage.target;
  return targets.map((target) => damageTarget(target, damage, outputs, random)).every(Boolean);
}

function damageTarget(
  target: string,
  { change, everywhere = false }: Damage,
  outputs: string,
  random: (below: number) => number,
): boolean {
  const [folder, ending] = FILES_OF[target] ?? ["log", ".jsonl"];
  const files = filesIn(outputs, folder, ending);
  if (!(target in FILES_OF)) return changeRecords(target, files, change, everywhere, random);
  const chosen = everywhere ? files : files.slice(0, 1).map(() => files[random(files.length)]!);
  for (const path of chosen) changeFile(path, change, random);
  return chosen.length > 0;
}

const FILES_OF: Record<string, [folder: string, ending: string]> = {
  index: ["log", ".index"],
  segment: ["log", ".jsonl"],
  file: ["artifacts", ".txt"],
};

function changeRecords(
  kind: string,
  files: string[],
  change: Change,
  everywhere: boolean,
  random: (below: number) => number,
): boolean {
  let changed = false;
  for (const path of files) {
    const lines = splitLines(readFileSync(path));
    const own = lines.flatMap((line, at) => (line.toString("latin1").startsWith(`{"kind":"${kind}"`) ? [at] : []));
    if (own.length === 0) continue;
    for (const at of everywhere ? own : [own[random(own.length)]!]) lines[at] = changeBytes(lines[at]!, change, random);
    changed = true;
    writeFileSync(path, Buffer.concat(lines));
  }
  return changed;
}

function splitLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf("\n", start);
    const next = end === -1 ? bytes.length : end + 1;
    lines.push(bytes.subarray(start, next));
    start = next;
  }
  return lines;
}

function changeFile(path: string, change: Change, random: (below: number) => number): void {
  const bytes = readFileSync(path);
  if (change === "remove" || change === "folder") rmSync(path);
  if (change === "folder") mkdirSync(path);
  if (change === "remove" || change === "folder") return;
  writeFileSync(path, changeBytes(bytes, change, random));
}

function changeBytes(bytes: Buffer, change: Change, random: (below: number) => number): Buffer {
  return BYTES[change]?.(bytes, random(Math.max(1, bytes.length - 10)), random) ?? Buffer.alloc(0);
}

type ChangeBytes = (bytes: Buffer, at: number, random: (below: number) => number) => Buffer;
const half: ChangeBytes = (bytes) => bytes.subarray(0, bytes.length >> 1);

/** A record that is removed leaves no byte; a file is removed as a file. */
const BYTES: Partial<Record<Change, ChangeBytes>> = {
  digit: (bytes, at, random) => changedAt(bytes, at, /[0-9]/, (digit) => String((Number(digit) + 1 + random(9)) % 10)),
  letter: (bytes, at) => changedAt(bytes, at, /[a-z]/i, (letter) => (letter === "x" ? "y" : "x")),
  swap: swapped,
  cut: half,
  head: half,
  zeros: (bytes, at) => Buffer.from(bytes).fill(0, at, Math.min(bytes.length - 1, at + 16)),
  twice: (bytes) => Buffer.concat([bytes, bytes]),
  garbage: (bytes, _, random) => Buffer.concat([bytes, Buffer.from(Array.from({ length: 50 }, () => 1 + random(255)))]),
};

/** The first such character at or behind a place, changed; the first of all when there is none. */
function changedAt(bytes: Buffer, at: number, wanted: RegExp, change: (character: string) => string): Buffer {
  const text = bytes.toString("latin1");
  const behind = text.slice(at).search(wanted);
  const place = behind === -1 ? text.search(wanted) : at + behind;
  return Buffer.from(text.slice(0, place) + change(text[place]!) + text.slice(place + 1), "latin1");
}

function swapped(bytes: Buffer, at: number): Buffer {
  let place = at;
  while (place + 2 < bytes.length && bytes[place] === bytes[place + 1]) place += 1;
  const mask = bytes[place]! ^ bytes[place + 1]!;
  return flipped(flipped(bytes, place, mask), place + 1, mask);
}

function filesIn(outputs: string, folder: string, ending: string): string[] {
  return readdirSync(join(outputs, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => join(outputs, folder, name));
}
