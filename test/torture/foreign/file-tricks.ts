import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { ForeignMutation, ForeignPlace } from "./mutation.ts";
import { everyReader } from "./readers.ts";
import type { Original } from "./workspace.ts";

type Trick = (path: string, place: ForeignPlace) => void;

/** Entries placed where a file or folder is expected. */
const TRICKS: Record<string, Trick> = {
  "a link to a file outside": (path, { canary }) => symlinkSync(join(canary, "sub/segment.jsonl"), path),
  "a relative link outside": (path) => symlinkSync(`${"../".repeat(12)}etc/passwd`, path),
  "a link to a folder outside": (path, { canary }) => symlinkSync(canary, path),
  "a link to a folder in it": (path, { canary }) => symlinkSync(join(canary, "sub"), path),
  "a link to nothing": (path, { canary }) => symlinkSync(join(canary, "planted.txt"), path),
  "a link to itself": (path) => symlinkSync(path, path),
  "a link to its parent": (path) => symlinkSync("..", path),
  "a link to /dev/zero": (path) => symlinkSync("/dev/zero", path),
  "a link to /proc/self/environ": (path) => symlinkSync("/proc/self/environ", path),
  "a hard link": (path, { canary }) => linkSync(join(canary, "sub/segment.jsonl"), path),
  "a pipe": (path) => void execFileSync("mkfifo", [path]),
  "a socket": (path) => void execFileSync(process.execPath, ["-e", SOCKET, path]),
  "a device": (path) => void execFileSync("mknod", [path, "c", "1", "5"]),
  "a folder": (path) => void mkdirSync(path),
  "a file": (path) => writeFileSync(path, "wonderful\n"),
  "a file of a terabyte": (path) => {
    writeFileSync(path, "");
    truncateSync(path, 1024 ** 4);
  },
  "a file of 700 MB": (path) => {
    writeFileSync(path, "");
    truncateSync(path, 700 * 1024 ** 2);
  },
  "a program of somebody else": (path) => {
    writeFileSync(path, "#!/bin/sh\n");
    chmodSync(path, 0o6777);
  },
  "a file that cannot be read": (path) => {
    writeFileSync(path, "x");
    chmodSync(path, 0);
  },
};
const SOCKET =
  "require('net').createServer().listen(process.argv[1], () => process.exit(0)); process.on('exit', () => {})";

/** Every trick at every place of a store that is read or written. */
export function fileTricks(original: Original): ForeignMutation[] {
  const outputs = join(original.root, "outputs");
  const segment = readdirSync(join(outputs, "log"))
    .find((name) => name.endsWith(".index"))!
    .replace(/\.index$/, "");
  const bucket = readdirSync(join(outputs, "artifacts"))[0]!;
  const hash = readdirSync(join(outputs, "artifacts", bucket))[0]!;
  const kept = `outputs/artifacts/${bucket}/${hash}`;
  const places: Record<string, string[]> = {
    "a new segment": ["outputs/log/20990101T000000000Z-5bce98f7-1-1-00000000.jsonl"],
    "a segment": [`outputs/log/${segment}.jsonl`],
    "an index": [`outputs/log/${segment}.index`],
    "the log": ["outputs/log"],
    "the store": ["outputs"],
    "the artifacts": ["outputs/artifacts"],
    "a bucket": [`outputs/artifacts/${bucket}`],
    "files of a trial": [kept],
    "a file of a trial": [`${kept}/workspace/greeting.txt`],
    "one more file of a trial": [`${kept}/more`],
    "a new trial's files": [`outputs/artifacts/00/${"0".repeat(64)}`],
    "runs for reading": ["outputs/runs"],
    "the suite's runs for reading": ["outputs/runs/s"],
    "evaluations for reading": ["outputs/evaluations"],
    claims: ["outputs/.claims"],
    "the cache": ["outputs/cache"],
    "a rubric judging": ["outputs/rubric/en"],
    "a batch's result": ["outputs/batch/b1/result.json"],
    labels: ["labels"],
    "a label file": ["labels/ann.jsonl"],
    "one more label file": ["labels/zoe.jsonl"],
    "a label plan": ["labels/plans/s-score-overall.json"],
  };
  const isRoot = process.getuid?.() === 0;
  return Object.entries(places)
    .flatMap(([where, [path]]) =>
      Object.entries(TRICKS)
        .filter(([trick]) => trick !== "a device" || isRoot)
        .map(([trick, make], at) => ({
          name: `${where} is ${trick}`,
          family: "files that are something else",
          change(place: ForeignPlace) {
            const target = join(place.workspace, path!);
            rmSync(target, { recursive: true, force: true });
            if (!existsSync(dirname(target))) mkdirSync(dirname(target), { recursive: true });
            make(target, place);
          },
          commands: /^(?:the store|labels)$/.test(where) ? READING : commandsAt(where, at),
        })),
    )
    .concat(oddNames(kept), oddFolders(kept));
}

const WRITING = [["files"], ["run-eval", "--suite", "s", "--run-profile", "p", "--evaluation-profile", "e", "--quiet"]];

/** A user may well have a store or labels elsewhere and link to them, so these may be written through a link. */
const READING = [
  ["MERGE"],
  ["label", "list", "--suite", "s"],
  ["pack", "--out", "PACK"],
  ["store", "verify"],
  ["trials"],
];

function commandsAt(where: string, at: number): string[][] {
  if (/reading$/.test(where)) return [...WRITING, ["store", "prune", "--older-than", "0h", "--yes"]];
  if (/rubric/.test(where))
    return [
      ["rubric", "summarize", "--name", "en"],
      ["label", "export", "--rubric", "en"],
      ["view", "--export", "EXPORT"],
      ["MERGE"],
    ];
  if (/batch/.test(where))
    return [
      ["batch", "compare", "outputs/batch/b1", "outputs/batch/b2"],
      ["store", "list"],
      ["label", "export", "--batch", "b1"],
    ];
  if (/label/.test(where))
    return [
      ["label", "list", "--suite", "s"],
      ["pack", "--out", "PACK"],
      ["label", "restore"],
      ["calibrate", "--suite", "s"],
    ];
  const readers = everyReader().filter(([word]) => word !== "MERGE");
  const some = [0, 1, 2].map((more) => readers[(at * 3 + more) % readers.length]!);
  return [
    ["MERGE"],
    ["OWN", "show", "diligent/greeting_file"],
    ["pack", "--out", "PACK"],
    ["store", "verify"],
    ...some,
  ];
}

function oddNames(kept: string): ForeignMutation[] {
  const names = [
    "a\nb",
    "\u001b]0;owned\u0007\u001b[2J",
    "-rf",
    "x".repeat(240),
    "__proto__",
    "..jsonl",
    "a b",
    "\u202egnp",
    "e\u0301",
    "'$(touch planted)'",
    "%00",
    "CON",
    ".hidden",
  ];
  const raw = Buffer.concat([Buffer.from("bad-"), Buffer.from([0xff, 0xfe, 0x80])]);
  const mutations: ForeignMutation[] = [];
  for (const name of [...names, raw])
    for (const [where, folder, ending] of [
      ["a segment", "outputs/log", ".jsonl"],
      ["a file of a trial", kept, ""],
      ["a label file", "labels", ".jsonl"],
    ])
      mutations.push({
        name: `${where} is called ${JSON.stringify(String(name)).slice(0, 40)}`,
        family: "names of files",
        change: ({ workspace }) =>
          writeFileSync(
            Buffer.concat([Buffer.from(`${workspace}/${folder}/`), Buffer.from(name), Buffer.from(ending!)]),
            "wonderful\n",
          ),
        commands: [
          ["MERGE"],
          ["store", "verify"],
          ["show", "diligent/greeting_file"],
          ["pack", "--out", "PACK"],
          ["view", "--export", "EXPORT"],
        ],
      });
  return mutations;
}

function oddFolders(kept: string): ForeignMutation[] {
  const add = (name: string, change: ForeignMutation["change"]): ForeignMutation => ({
    name,
    family: "folders that are too much",
    change,
    commands: [
      ["MERGE"],
      ["store", "verify"],
      ["pack", "--out", "PACK"],
      ["show", "diligent/greeting_file"],
      ["store", "prune", "--superseded"],
    ],
  });
  return [
    add(
      "1,000 folders deep",
      ({ workspace }) => void execFileSync("python3", ["-c", DEEP, join(workspace, kept), "1000"]),
    ),
    add(
      "10,000 folders deep",
      ({ workspace }) => void execFileSync("python3", ["-c", DEEP, join(workspace, kept), "10000"]),
    ),
    add("20,000 files", ({ workspace }) => {
      for (let at = 0; at < 20_000; at += 1) writeFileSync(join(workspace, kept, `f${at}`), "");
    }),
    add("5,000 segments", ({ outputs }) => {
      for (let at = 0; at < 5_000; at += 1) writeFileSync(join(outputs, `log/s${at}.jsonl`), "");
    }),
    add("2,000 new trials' files", ({ outputs }) => {
      for (let at = 0; at < 2_000; at += 1)
        mkdirSync(join(outputs, `artifacts/00/${String(at).padStart(64, "0")}`), { recursive: true });
    }),
    add("a folder of the log without permissions", ({ outputs }) => chmodSync(join(outputs, "log"), 0)),
    add("a folder of files without permissions", ({ workspace }) => chmodSync(join(workspace, kept), 0)),
    add("a sticky folder", ({ workspace }) => chmodSync(join(workspace, kept), 0o7777)),
  ];
}

const DEEP =
  "import os,sys\nos.chdir(sys.argv[1])\nfor _ in range(int(sys.argv[2])):\n os.mkdir('d'); os.chdir('d')\nopen('x','w').write('x')";
