import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { randomNumbers } from "../../support/mutate.ts";
import { BAD_IDS, type BadValue, FIRST, MORE, placesIn, withBadValue } from "./bad-values.ts";
import type { ForeignMutation, ForeignPlace } from "./mutation.ts";
import { commandsFor } from "./readers.ts";
import { linesOf, type Original, sha256 } from "./workspace.ts";

/** A record as its line has it. The value is text, because some of what is put there is no value. */
interface Taken {
  kind: string;
  key: string;
  at: number | string;
  place: string | null;
  value: string;
}

type Change = (taken: Taken, canary: string) => Taken;

const LINE =
  /^\{"kind":("[a-z]+"),"key":("(?:[^"\\]|\\.)*"),"at":(\d+),"place":(null|"(?:[^"\\]|\\.)*"),"sha256":"[0-9a-f]{64}","value":(.*)\}$/s;

/**
 * Every field of every kind of record, with values that are not what it should be. Hashes are right: what is damaged is known, and what
 * was changed on purpose is not.
 */
export function recordMutations(original: Original, seed = 1): ForeignMutation[] {
  const random = randomNumbers(seed);
  const mutations: ForeignMutation[] = [];
  for (const [kind, { line }] of richestOfEach(original)) {
    const { value } = JSON.parse(line) as { value: unknown };
    const asked = kind === "text" ? JSON.parse(value as string) : value;
    for (const path of placesIn(asked)) {
      const some = MORE.map((bad) => ({ bad, rank: random(1_000_000) })).sort((one, other) => one.rank - other.rank);
      const shallow = path.length <= 2 ? 7 : path.length <= 4 ? 3 : 1;
      for (const bad of [...FIRST, ...some.slice(0, shallow).map(({ bad }) => bad)])
        mutations.push(changedValue(kind, line, path, bad, mutations.length));
    }
    for (const bad of MORE) mutations.push(changedWhole(kind, line, bad, mutations.length));
  }
  return mutations;
}

/** Mutations of a line before its value. */
export function headMutations(original: Original): ForeignMutation[] {
  const mutations: ForeignMutation[] = [];
  for (const [kind, { line }] of richestOfEach(original)) {
    const heads: [string, Change][] = [
      ...BAD_IDS.map((bad): [string, Change] => [
        `key ${bad.name}`,
        (taken, canary) => ({ ...taken, key: canaryIn(bad, canary) }),
      ]),
      ...BAD_IDS.map((bad): [string, Change] => [
        `place ${bad.name}`,
        (taken, canary) => ({ ...taken, place: canaryIn(bad, canary) }),
      ]),
      ["place null", (taken) => ({ ...taken, place: null })],
      ["unknown kind", (taken) => ({ ...taken, kind: "wonder" })],
      ["kind constructor", (taken) => ({ ...taken, kind: "constructor" })],
      ["another kind", (taken) => ({ ...taken, kind: kind === "run" ? "evaluation" : "run" })],
      ["time of 400 digits", (taken) => ({ ...taken, at: "9".repeat(400) })],
      ["time too late", (taken) => ({ ...taken, at: "8640000000000001" })],
    ];
    for (const [name, change] of heads)
      mutations.push({
        name: `${kind}: ${name}`,
        family: "heads of records",
        change: ({ outputs, canary }) => replaceLine(outputs, line, writeTaken(change(readTaken(line), canary))),
        commands: commandsFor(kind, mutations.length),
      });
  }
  return mutations;
}

/** The same bad id everywhere it occurs: in keys, places and records, as a campaign of that name would have it. */
export function idMutations(original: Original): ForeignMutation[] {
  const { runFolder, evaluationFolder } = original;
  const ids: Record<string, [old: string, wrap: (json: string) => [RegExp, string][]]> = {
    suite: [
      "s",
      (id) => [
        [/"s\/(?=p-)/g, `"${id}/`],
        [/"suite_id":"s"/g, `"suite_id":"${id}"`],
      ],
    ],
    "run profile": [
      "p",
      (id) => [
        [new RegExp(runFolder, "g"), id],
        [/"run_profile_id":"p"/g, `"run_profile_id":"${id}"`],
      ],
    ],
    "evaluation profile": [
      "e",
      (id) => [
        [new RegExp(evaluationFolder, "g"), id],
        [/"evaluation_profile_id":"e"/g, `"evaluation_profile_id":"${id}"`],
      ],
    ],
    model: [
      "hasty",
      (id) => [
        [/\/hasty\//g, `/${id}/`],
        [/"hasty"/g, `"${id}"`],
      ],
    ],
    case: [
      "sum",
      (id) => [
        [/\/sum\//g, `/${id}/`],
        [/"sum"/g, `"${id}"`],
      ],
    ],
    rubric: ["en", (id) => [[/rubric\/en\b/g, `rubric/${id}`]]],
    batch: ["b1", (id) => [[/batch\/b1\b/g, `batch/${id}`]]],
  };
  return Object.entries(ids).flatMap(([what, [, wrap]]) =>
    BAD_IDS.flatMap((bad) =>
      ID_COMMANDS.map((commands, at) => ({
        name: `${what}: ${bad.name} (${at})`,
        family: "ids that are paths",
        change({ outputs, canary }: ForeignPlace) {
          const id = JSON.stringify(canaryIn(bad, canary)).slice(1, -1);
          everyLine(outputs, (line) =>
            rehash(wrap(id).reduce((text, [old, fresh]) => text.replace(old, () => fresh), line)),
          );
        },
        commands,
      })),
    ),
  );
}

const ID_COMMANDS: string[][][] = [
  [["files"], ["view", "--export", "EXPORT"], ["store", "list"], ["trials"]],
  [["report"], ["store", "prune", "--older-than", "0h", "--yes"], ["label", "export"]],
  [["MERGE"], ["pack", "--out", "PACK"], ["verify"], ["store", "verify"]],
];

/** A run's claims about its files, pointing outside. */
export function pathMutations(original: Original): ForeignMutation[] {
  const paths = [
    "../../canary",
    "../canary",
    "artifacts/../../../canary",
    "CANARY",
    "/",
    "..",
    ".",
    "artifacts",
    "log",
    "artifacts/aa/../../../../canary",
    "a\0b",
    "",
  ];
  const files = [
    "../../../../../../canary/secret.txt",
    "CANARY/secret.txt",
    "..",
    "/etc/passwd",
    "a/../../../../../../canary/secret.txt",
    `${"../".repeat(20)}etc/passwd`,
  ];
  const commands = [
    [
      ["show", original.trial],
      ["pack", "--out", "PACK"],
      ["store", "verify"],
    ],
    [["view", "--export", "EXPORT"], ["files"], ["MERGE"]],
    [["verify"], ["store", "prune", "--older-than", "0h", "--yes"], ["report", ...CAMPAIGN_WORDS]],
  ];
  const line = linesOf(`${original.root}/outputs`)
    .flatMap(({ lines }) => lines)
    .find((one) => one.startsWith('{"kind":"run"') && one.includes('"files":"artifacts/'))!;
  return commands.flatMap((some, at) => [
    ...paths.map((path) => ({
      name: `files: ${JSON.stringify(path)} (${at})`,
      family: "paths in records",
      change: ({ outputs, canary }: ForeignPlace) =>
        replaceLine(
          outputs,
          line,
          rehash(line.replace(/"files":"artifacts\/[^"]*"/, () => `"files":${pathIn(path, canary)}`)),
        ),
      commands: some,
    })),
    ...files.map((path) => ({
      name: `artifacts[0].path: ${JSON.stringify(path.slice(0, 60))} (${at})`,
      family: "paths in records",
      change: ({ outputs, canary }: ForeignPlace) =>
        replaceLine(
          outputs,
          line,
          rehash(
            line.replace(/("artifacts":\[\{[^}]*"path":)"[^"]*"/, (_, before) => `${before}${pathIn(path, canary)}`),
          ),
        ),
      commands: some,
    })),
  ]);
}

const CAMPAIGN_WORDS = ["--suite", "s", "--run-profile", "p", "--evaluation-profile", "e"];

function pathIn(path: string, canary: string): string {
  return JSON.stringify(path.replaceAll("CANARY", canary));
}

function canaryIn({ json }: BadValue, canary: string): string {
  return (JSON.parse(json) as string).replaceAll("CANARY", canary);
}

function changedValue(
  kind: string,
  line: string,
  path: (string | number)[],
  bad: BadValue,
  number: number,
): ForeignMutation {
  return {
    name: `${kind} ${path.join(".")}: ${bad.name}`,
    family: `${kind} records`,
    change({ outputs }) {
      const taken = readTaken(line);
      if (kind !== "text")
        return replaceLine(
          outputs,
          line,
          writeTaken(rekeyed({ ...taken, value: withBadValue(JSON.parse(taken.value), path, bad) })),
        );
      // A text is known by its hash, so references to it need the new one.
      const text = withBadValue(JSON.parse(JSON.parse(taken.value) as string), path, bad);
      replaceLine(outputs, line, writeTaken({ ...taken, key: sha256(text), value: JSON.stringify(text) }));
      everyLine(outputs, (one) => (one.includes(taken.key) ? rehash(one.replaceAll(taken.key, sha256(text))) : one));
    },
    commands: commandsFor(kind, number),
  };
}

function changedWhole(kind: string, line: string, bad: BadValue, number: number): ForeignMutation {
  return {
    name: `${kind} as a whole: ${bad.name}`,
    family: `${kind} records`,
    change: ({ outputs }) => replaceLine(outputs, line, writeTaken({ ...readTaken(line), value: bad.json })),
    commands: commandsFor(kind, number),
  };
}

/** A run is known by the hash of what it was made from. */
function rekeyed(taken: Taken): Taken {
  if (taken.kind !== "run") return taken;
  const fingerprint = /"fingerprint":("(?:[^"\\]|\\.)*")/.exec(taken.value)?.[1];
  const now = fingerprint === undefined ? taken.key : sha256(JSON.parse(fingerprint) as string);
  return now === taken.key ? taken : { ...taken, key: now };
}

/** The longest line of each kind, for it has the most fields; of texts a packet. */
function richestOfEach({ root }: Original): Map<string, { line: string }> {
  const found = new Map<string, { line: string }>();
  for (const { lines } of linesOf(`${root}/outputs`))
    for (const line of lines) {
      const kind = /^\{"kind":"([a-z]+)"/.exec(line)![1]!;
      if (kind === "text" && !isPacket(line)) continue;
      if ((found.get(kind)?.line.length ?? 0) < line.length) found.set(kind, { line });
    }
  return found;
}

function isPacket(line: string): boolean {
  return line.includes('"value":"{\\"schema_version\\":2,\\"evaluation_target');
}

function readTaken(line: string): Taken {
  const [, kind, key, at, place, value] = LINE.exec(line)!;
  return { kind: JSON.parse(kind!), key: JSON.parse(key!), at: at!, place: JSON.parse(place!), value: value! };
}

/** With the right hash over head and value. */
function writeTaken({ kind, key, at, place, value }: Taken): string {
  const opening = `{"kind":${JSON.stringify(kind)},"key":${JSON.stringify(key)},"at":${at},"place":${JSON.stringify(place)},`;
  return `${opening}"sha256":"${sha256(opening + value)}","value":${value}}`;
}

function rehash(line: string): string {
  return writeTaken(readTaken(line));
}

function replaceLine(outputs: string, old: string, fresh: string): void {
  everyLine(outputs, (line) => (line === old ? fresh : line));
}

/** The indexes go: they are of other bytes, and the log is read without them. */
function everyLine(outputs: string, change: (line: string) => string): void {
  for (const { file } of linesOf(outputs)) {
    const before = readFileSync(file, "utf8");
    const after = `${before.trimEnd().split("\n").map(change).join("\n")}\n`;
    if (after === before) continue;
    writeFileSync(file, after);
    rmSync(file.replace(/jsonl$/, "index"), { force: true });
  }
}
