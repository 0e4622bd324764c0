import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BAD_IDS, type BadValue, FIRST, MORE, placesIn, withBadValue } from "./bad-values.ts";
import type { ForeignMutation } from "./mutation.ts";
import type { Original } from "./workspace.ts";

const READ = [
  [
    ["label", "list", "--suite", "s"],
    ["calibrate", "--suite", "s"],
    ["label", "export", "--format", "jsonl"],
  ],
  [
    ["label", "status", "--suite", "s"],
    ["report", "--suite", "s", "--run-profile", "p", "--evaluation-profile", "e"],
    ["pack", "--out", "PACK"],
  ],
  [
    ["view", "--export", "EXPORT"],
    ["label", "restore"],
    ["label", "export"],
  ],
];
const IMPORT = (file: string) => [
  ["label", "import", file, "--suite", "s", "--annotator", "bea", "--question", "score:overall"],
  ["label", "list", "--suite", "s"],
  ["calibrate", "--suite", "s"],
];

/** Label files, plans and imports of strangers, with every field changed. */
export function labelMutations({ root }: Original): ForeignMutation[] {
  const mutations: ForeignMutation[] = [];
  const labels = readFileSync(join(root, "labels/ann.jsonl"), "utf8").trimEnd().split("\n");
  const plan = JSON.parse(readFileSync(join(root, "labels/plans/s-score-overall.json"), "utf8")) as object;
  const label = JSON.parse(labels[0]!) as Record<string, unknown>;
  const add = (
    family: string,
    name: string,
    file: string,
    text: string | Buffer,
    commands = READ[mutations.length % READ.length]!,
  ) =>
    mutations.push({
      name: `${file}: ${name}`,
      family,
      change: ({ workspace }) => writeFileSync(join(workspace, file), text),
      commands,
    });
  const others = `${labels.slice(1).join("\n")}\n`;

  for (const [path, bad] of changes(label, 4))
    add(
      "label files",
      `${path.join(".")}: ${bad.name}`,
      "labels/ann.jsonl",
      `${withBadValue(label, path, bad)}\n${others}`,
    );
  for (const bad of MORE) add("label files", `a line is ${bad.name}`, "labels/ann.jsonl", `${bad.json}\n${others}`);
  for (const bad of BAD_IDS) {
    add(
      "label files",
      `annotator ${bad.name}`,
      "labels/ann.jsonl",
      `${withBadValue(label, ["annotator"], bad)}\n${others}`,
    );
    add("label plans", `plan ${bad.name}`, "labels/plans/s-score-overall.json", withBadValue(plan, ["plan"], bad));
    add(
      "label plans",
      `campaign ${bad.name}`,
      "labels/plans/s-score-overall.json",
      withBadValue(plan, ["campaign"], bad),
    );
  }
  for (const [path, bad] of changes(plan, 2))
    add(
      "label plans",
      `${path.join(".")}: ${bad.name}`,
      "labels/plans/s-score-overall.json",
      withBadValue(plan, path, bad),
    );

  const row = {
    trial: "diligent/sum/1",
    question: "score:overall",
    value: 5,
    annotator: "bea",
    note: "n",
    quote: "42",
    purpose: "measure",
    labelled_at: "2026-01-01T00:00:00Z",
  };
  for (const [path, bad] of changes(row, 9)) {
    add(
      "label imports",
      `${path.join(".")}: ${bad.name}`,
      "import.jsonl",
      `${withBadValue(row, path, bad)}\n${JSON.stringify(row)}\n`,
      IMPORT("import.jsonl"),
    );
  }
  const names = Object.keys(row);
  for (const [at, name] of names.entries())
    for (const bad of CELLS)
      add(
        "label imports",
        `${name}: ${bad.slice(0, 30)}`,
        "import.csv",
        `${names.join(",")}\n${names.map((one, index) => (index === at ? bad : row[one as keyof typeof row])).join(",")}\n`,
        IMPORT("import.csv"),
      );
  for (const [name, text] of Object.entries(WHOLE_FILES)) {
    add("label imports", name, "import.csv", text, IMPORT("import.csv"));
    add("label imports", name, "import.jsonl", text, IMPORT("import.jsonl"));
    add("label files", name, "labels/ann.jsonl", text);
    add("label plans", name, "labels/plans/s-score-overall.json", text);
  }
  return mutations;
}

function changes(value: object, more: number): [(string | number)[], BadValue][] {
  return placesIn(value).flatMap((path, number) => {
    const length = path.length <= 2 ? more : 1;
    const some = Array.from({ length }, (_, at) => MORE[(number * 7 + at * 5) % MORE.length]!);
    return [...FIRST, ...some].map((bad): [(string | number)[], BadValue] => [path, bad]);
  });
}

const CELLS = [
  "",
  '"',
  '"a""b"',
  '"open',
  "=1+1",
  "-1e999",
  "NaN",
  "__proto__",
  '"a\nb"',
  "\u001b[2J",
  "\0",
  "../../canary",
  "x".repeat(100_000),
];

const WHOLE_FILES: Record<string, string | Buffer> = {
  empty: "",
  "a BOM": "\ufefftrial,value\n",
  "not UTF-8": Buffer.from([0xff, 0xfe, 0, 0x80, 0xc3, 0x28, 10]),
  "one header twice": "trial,trial,value,value\na,b,1,2\n",
  "the header __proto__": "__proto__,constructor,toString\na,b,c\n",
  "10,000 columns": `${Array.from({ length: 10_000 }, (_, at) => `c${at}`).join(",")}\n${",".repeat(9_999)}\n`,
  "100,000 lines": "{}\n".repeat(100_000),
  "one line of 30 MB": "x".repeat(30_000_000),
  "100,000 deep": `${"[".repeat(100_000)}${"]".repeat(100_000)}\n`,
  "a quote that never ends": `trial,value\n"${"a,".repeat(100_000)}`,
  "only carriage returns": "trial,value\rdiligent/sum/1,5\r",
};
