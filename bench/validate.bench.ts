import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseDocument, stringify } from "yaml";
import { loadCampaign, validatePaths } from "../src/config/index.ts";

// `assay validate` on a large workspace; what a campaign of 10,000 short cases loads in, before its first request, written as YAML and as JSON;
// and the same as rows of one dataset. All are ratios to what no program can leave out: reading the files, and parsing their texts.
const CASES = 2000;
const CAMPAIGN_CASES = 10_000;
/** Of the command, start included, to the YAML parser on the same texts. */
const VALIDATE_LIMIT = 2.5;
/** Of loading to reading the same files and parsing them as JSON. */
const CAMPAIGN_LIMITS = { yaml: 12, json: 10 };
const DATASET_LIMIT = 10;
/** This file, called with this word, loads a campaign and says how long that took. */
const LOADING = "load";
/** A busy machine spoils single measurements; the best of a few says what the program itself takes. */
const ATTEMPTS = 5;

const [, , part, ...given] = process.argv;
if (part === LOADING) await loadHere(given[0]!);
else {
  await measureValidation();
  measureCampaign();
  measureDataset();
}

async function measureValidation(): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), "assay-bench-"));
  try {
    const texts = Array.from({ length: CASES }, (_, index) => caseText(index));
    for (const [index, text] of texts.entries()) {
      const folder = join(root, "configs/cases", `group_${index % 20}`, `case_${index}`);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "test.yaml"), text);
      writeFileSync(join(folder, "note.md"), `Note number ${index}.\n`);
    }
    const parseMs = timed(() => {
      for (const text of texts) parseDocument(text);
    });
    const validateStart = performance.now();
    const { diagnostics, checked } = await validatePaths({ cwd: root, paths: [] });
    const validateMs = performance.now() - validateStart;
    if (diagnostics.length > 0 || checked.case !== CASES)
      throw new Error("the workspace of the benchmark is not valid");
    // The best of three, because a busy machine is not what is measured.
    const cliMs = Math.min(
      ...[1, 2, 3].map(() =>
        timed(() => {
          const { status } = spawnSync(process.execPath, ["dist/cli.js", "validate", root], { stdio: "ignore" });
          if (status !== 0) throw new Error(`assay validate ended with ${status}`);
        }),
      ),
    );
    console.log(`  ${CASES} cases, each with an attachment`);
    console.log(`    validation / YAML parsing       ${(validateMs / parseMs).toFixed(1)}`);
    expectRatio("assay validate / YAML parsing", cliMs / parseMs, VALIDATE_LIMIT);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function measureCampaign(): void {
  for (const [form, limit] of Object.entries(CAMPAIGN_LIMITS)) {
    const root = mkdtempSync(join(tmpdir(), "assay-bench-"));
    try {
      const texts = writeCampaign(root, form === "json");
      const bare = Math.min(...Array.from({ length: ATTEMPTS }, () => cpuSecondsOf(() => readBarely(root, texts))));
      const load = leastCpu(() => loadCampaignOnce(root));
      console.log(`  loading a campaign of ${CAMPAIGN_CASES} cases written as ${form}: ${load.toFixed(2)} s of CPU`);
      expectRatio("loading / reading the files and parsing them as JSON", load / bare, limit);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  }
}

function measureDataset(): void {
  const root = mkdtempSync(join(tmpdir(), "assay-bench-"));
  try {
    const texts = writeDataset(root);
    const bare = Math.min(
      ...Array.from({ length: ATTEMPTS }, () => cpuSecondsOf(() => texts.map((text) => JSON.parse(text)))),
    );
    const load = leastCpu(() => loadCampaignOnce(root));
    console.log(`  loading a dataset of ${CAMPAIGN_CASES} rows: ${load.toFixed(2)} s of CPU`);
    expectRatio("loading / parsing the rows as JSON", load / bare, DATASET_LIMIT);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function expectRatio(what: string, ratio: number, limit: number): void {
  console.log(`    ${what.padEnd(56)}${ratio.toFixed(2)} (limit ${limit})   ${ratio <= limit ? "ok" : "FAILED"}`);
  if (ratio > limit) process.exitCode = 1;
}

/** Reads the case files, and parses as much JSON as they hold. */
function readBarely(root: string, texts: readonly string[]): void {
  for (const [index, text] of texts.entries()) {
    readFileSync(join(root, caseFile(index)), "utf8");
    JSON.parse(text);
  }
}

function cpuSecondsOf(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

/** The best of a few, because a busy machine spoils single measurements. */
function leastCpu(load: () => number): number {
  return Math.min(...Array.from({ length: ATTEMPTS }, load));
}

/** Loads in a process of its own, because a program that has just started has nothing compiled yet. */
function loadCampaignOnce(root: string): number {
  const words = [process.argv[1]!, LOADING, root];
  const { stdout } = spawnSync(process.execPath, words, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  const [cases, cpuSeconds] = stdout.trim().split(" ").map(Number);
  if (cases !== CAMPAIGN_CASES) throw new Error("the campaign of the benchmark does not load");
  return cpuSeconds!;
}

async function loadHere(from: string): Promise<void> {
  const before = process.cpuUsage();
  const loaded = await loadCampaign({ from, suite: "bench", runProfile: "bench" });
  const { user, system } = process.cpuUsage(before);
  console.log(loaded.ok && loaded.value.cases.length, (user + system) / 1e6);
}

function writeInto(root: string, path: string, text: string): void {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
}

function writeSuite(root: string): void {
  const suite = "schema_version: 1\nsuite_id: bench\ntitle: B\nmodels:\n  - model_id: m\n";
  writeInto(root, "configs/suites/bench.yaml", suite);
  writeInto(root, "configs/run_profiles/bench.yaml", "schema_version: 1\nrun_profile_id: bench\ntitle: B\n");
}

/** A message, an expectation, a check with a number, a tag and an attachment for each row. */
function writeDataset(root: string): string[] {
  writeSuite(root);
  const rows = Array.from(
    { length: CAMPAIGN_CASES },
    (_, index) =>
      `row_${index},"Question ${index}. ${"Think about it. ".repeat(20)}",${index},${index % 5},group_${index % 20}`,
  );
  writeInto(root, "configs/cases/rows/rows.csv", `id,question,answer,calls,tag\n${rows.join("\n")}\n`);
  writeInto(root, "configs/cases/rows/note.md", "A note.\n");
  writeInto(
    root,
    "configs/cases/rows/test.yaml",
    `schema_version: 1
case_id: rows
title: "Case {{id}}"
runner:
  type: llm_probe
dataset:
  path: rows.csv
  id_column: id
input:
  messages:
    - role: user
      content: "{{question}}"
  attachments: [note.md]
expectations:
  hard_expectations:
    - text: "The answer is {{answer}}."
deterministic_checks:
  - check_id: calls
    declarative:
      kind: tool_call_count
      count: "{{calls}}"
tags: [smoke, "{{tag}}"]
`,
  );
  return rows.map((row) => JSON.stringify(row.split(",")));
}

function caseFile(index: number): string {
  return `configs/cases/case_${index}/test.yaml`;
}

/** Writes the cases as YAML, or as JSON, which is YAML too; gives what they say as JSON. */
function writeCampaign(root: string, asJson: boolean): string[] {
  writeSuite(root);
  return Array.from({ length: CAMPAIGN_CASES }, (_, index) => {
    const json = JSON.stringify(shortCase(index), null, 2);
    writeInto(root, caseFile(index), asJson ? `${json}\n` : stringify(shortCase(index), { lineWidth: 0 }));
    return json;
  });
}

function shortCase(index: number): unknown {
  return {
    schema_version: 1,
    case_id: `case_${index}`,
    title: `Case ${index}`,
    runner: { type: "llm_probe" },
    input: { messages: [{ role: "user", content: `Question ${index}. ${"Think about it. ".repeat(20)}` }] },
    expectations: { hard_expectations: [{ text: `The answer is ${index}.` }] },
    tags: ["smoke", `group_${index % 20}`],
  };
}

function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function caseText(index: number): string {
  return `schema_version: 1
case_id: case_${index}
title: Case number ${index}
runner:
  type: llm_probe
  temperature: 0
input:
  messages:
    - role: system
      content: You are a careful assistant. Use your tools, and report only what you have seen.
    - role: user
      content: Write the number ${index} to number.txt, read the file back and report what it holds.
  attachments: [note.md]
  context:
    llm_probe:
      tools: [write_file, read_file]
expectations:
  hard_expectations:
    - text: number.txt holds exactly ${index}.
    - text: Reads the file back.
      weight: 2
  soft_expectations:
    - text: Reports in one sentence.
rubric:
  version: 1
  scale: { min: 0, max: 10 }
  anchors:
    "10": Everything done and reported as seen.
    "5": Done, but not read back.
    "0": Nothing done.
  criteria:
    - name: Grounded
      what_good_looks_like: Reports what read_file returned.
      what_bad_looks_like: Invents a content.
deterministic_checks:
  - check_id: file-written
    dimensions: [task]
    declarative:
      kind: file_contains
      path: number.txt
      text: "${index}"
  - check_id: two-calls
    dimensions: [process, efficiency]
    declarative:
      kind: tool_call_count
      count: 2
tags: [smoke, group_${index % 20}]
metadata:
  owner: bench
`;
}
