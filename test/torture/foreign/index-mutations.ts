import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { crc32 } from "node:zlib";
import { BAD_IDS } from "./bad-values.ts";
import type { ForeignMutation } from "./mutation.ts";

/** A block of an index: from which byte, to which, the last hash, and a row for each record. */
type Block = [from: unknown, to: unknown, lastHash: unknown, rows: unknown];

const NUMBERS = [
  "-1",
  "0",
  "1",
  "0.5",
  "1e308",
  "1e999",
  "null",
  '"7"',
  "99999999",
  "2147483648",
  "9007199254740993",
  "[]",
  "{}",
  "true",
];
const TEXTS = [
  "null",
  "7",
  "[]",
  '{"length":1e9}',
  '""',
  '"wonderful"',
  '"__proto__"',
  `"${"x".repeat(100_000)}"`,
  "true",
];
const COMMANDS = [
  [["trials", "--output", "json"], ["store", "verify"], ["MERGE"], ["OWN", "store", "verify"]],
  [
    ["report", "--suite", "s", "--run-profile", "p", "--evaluation-profile", "e"],
    ["store", "overview"],
    ["show", "hasty/sum"],
  ],
];

/** Indexes with the right checksum whose rows are not of their log. */
export function indexMutations(): ForeignMutation[] {
  const mutations: ForeignMutation[] = [];
  const add = (name: string, change: (block: Block, bytes: number) => string | Block, facts = false) =>
    mutations.push({
      name: `index: ${name}`,
      family: facts ? "indexes with other facts" : "forged indexes",
      change: ({ outputs }) => forge(outputs, change),
      commands: facts ? FACT_COMMANDS : COMMANDS[mutations.length % COMMANDS.length]!,
      ...(facts ? { saysTheSame: true } : {}),
    });
  for (const kind of ["run", "call", "text", "evaluation", "campaign"]) {
    for (const [at, field] of ["kind", "key", "at", "offset", "length", "place", "sha256", "facts"].entries()) {
      if (at > 4 && (kind === "call" || kind === "text")) continue;
      const values = at >= 2 && at <= 4 ? NUMBERS : TEXTS;
      for (const value of values)
        add(`${field} of a ${kind} is ${value.slice(0, 20)}`, (block) =>
          withRow(block, kind, (row) => replaced(row, at, value)),
        );
    }
    for (const { name, json } of BAD_IDS) {
      add(`key of a ${kind}: ${name}`, (block) => withRow(block, kind, (row) => replaced(row, 1, json)));
      if (kind === "run" || kind === "evaluation")
        add(`place of a ${kind}: ${name}`, (block) => withRow(block, kind, (row) => replaced(row, 5, json)));
    }
    add(`${kind} overlaps the next`, (block) =>
      withRow(block, kind, (row) => replaced(row, 4, String(Number(row[4]) + 500))),
    );
    add(`${kind} lies on another`, (block) =>
      withRow(block, kind, (row, rows) => replaced(row, 3, String(rows[0]![3]))),
    );
    add(`${kind} is cut`, (block) => withRow(block, kind, (row) => row.slice(0, 3)));
    add(`${kind} is no list`, (block) => withRow(block, kind, () => RAW("null") as never));
    add(`${kind} a thousand times`, ([from, to, hash, rows]) => {
      const row = (rows as unknown[][]).find(([one]) => one === kind);
      return [from, to, hash, [...(rows as unknown[]), ...Array(row ? 1000 : 0).fill(row)]];
    });
  }
  for (const at of [0, 1, 2, 3])
    for (const value of [...NUMBERS, "100000000000"])
      add(`part ${at} of a block is ${value}`, (block) =>
        JSON.stringify(block.map((part, index) => (index === at ? RAW(value) : part))),
      );
  for (const levels of [3_000, 100_000]) add(`${levels} deep`, () => `${"[".repeat(levels)}${"]".repeat(levels)}`);
  for (const text of ["", "[]", "{}", "null", "[0,1]", "[0,10,", "wonderful"])
    add(`a block is ${text || "empty"}`, () => text);
  add("reaches beyond the log", ([from, , hash, rows], bytes) => [from, bytes * 10, hash, rows]);
  for (const [kind, facts] of Object.entries(OTHER_FACTS))
    for (const [at, value] of facts)
      add(
        `fact ${at} of a ${kind} is ${value}`,
        (block) => withRow(block, kind, (row) => replaced(row, 7, withFact(row, at, value))),
        true,
      );
  return mutations;
}

const FACT_COMMANDS = [
  ["trials", "--output", "json"],
  ["report", "--suite", "s", "--run-profile", "p", "--evaluation-profile", "e", "--output", "csv"],
];

/** By their place in a row: status, model, failure, tokens, cost … and run, state, score, passed … */
const OTHER_FACTS: Record<string, [number, string][]> = {
  run: [
    [0, '"failed"'],
    [0, '"wonderful"'],
    [1, '"acme/other"'],
    [2, "false"],
    [4, "1e9"],
    [5, "-5"],
    [6, "1e308"],
    [7, "99"],
    [7, "-99"],
    [7, '"x"'],
    [9, "true"],
    [10, '["\\u001b[2J"]'],
    [10, "7"],
    [0, "null"],
    [4, "null"],
  ],
  evaluation: [
    [0, '"0"'],
    [0, "null"],
    [1, '"unscored"'],
    [1, "7"],
    [2, "10"],
    [2, "0"],
    [2, "-1e308"],
    [2, '"ten"'],
    [3, "false"],
    [4, "-3"],
    [5, "1e308"],
    [6, '["x"]'],
    [6, "7"],
    [7, "true"],
    [8, "1000"],
    [8, "-1000"],
  ],
};

function withFact(row: unknown[], at: number, value: string): string {
  return JSON.stringify((row[7] as unknown[]).map((fact, index) => (index === at ? RAW(value) : fact))).replace(
    RAWS,
    unquoted,
  );
}

function withRow(
  [from, to, hash, rows]: Block,
  kind: string,
  change: (row: unknown[], rows: unknown[][]) => unknown,
): string {
  const all = rows as unknown[][];
  // The last of its kind: the newest counts.
  const at = all.findLastIndex(([one]) => one === kind);
  return JSON.stringify([from, to, hash, all.map((row, index) => (index === at ? change(row, all) : row))]);
}

function replaced(row: unknown[], at: number, json: string): unknown[] {
  return row.map((part, index) => (index === at ? RAW(json) : part));
}

/** Placeholder for JSON text inserted verbatim. */
const RAW = (json: string) => `@@raw:${Buffer.from(json).toString("base64")}@@`;
const RAWS = /"@@raw:([A-Za-z0-9+/=]*)@@"/g;
const unquoted = (_: string, base64: string) => Buffer.from(base64, "base64").toString();

function forge(outputs: string, change: (block: Block, bytes: number) => string | Block): void {
  const log = join(outputs, "log");
  for (const name of readdirSync(log).filter((one) => one.endsWith(".index"))) {
    const segment = basename(name, ".index");
    const bytes = readFileSync(join(log, `${segment}.jsonl`)).length;
    const blocks = readFileSync(join(log, name), "utf8").trimEnd().split("\n");
    const forged = blocks.map((line) => {
      const changed = change(JSON.parse(line.slice(9)) as Block, bytes);
      const text = (typeof changed === "string" ? changed : JSON.stringify(changed)).replace(RAWS, unquoted);
      return `${checksum(segment, text)} ${text}\n`;
    });
    writeFileSync(join(log, name), forged.join(""));
  }
}

/** As indexes of format 8 have it. */
function checksum(segment: string, text: string): string {
  return crc32(text, crc32(`8 ${segment}`))
    .toString(16)
    .padStart(8, "0");
}
