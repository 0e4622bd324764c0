import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseDocument } from "yaml";
import { loadCampaign, validatePaths } from "../src/config/index.ts";

// `assay validate` on a large workspace, against the same files merely parsed as YAML; and what a campaign of 10,000
// short cases loads in, before its first request, the first time and when nothing changed since; and the same as rows of one dataset.
const CASES = 2000;
const LIMIT_SECONDS = 3;
const CAMPAIGN_CASES = 10_000;
const CAMPAIGN_LIMITS = { first: 1.4, unchanged: 0.6 };
const DATASET_LIMIT = 1;
/** This file, called with this word, loads a campaign and says how long that took. */
const LOADING = "load";
/** A busy machine spoils single measurements; the best of a few says what the program itself takes. */
const ATTEMPTS = 5;

const [, , part, ...given] = process.argv;
if (part === LOADING) await loadHere(given[0]!, given[1]!);
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
    console.log(
      `  assay validate / limit of ${LIMIT_SECONDS} s   ${(cliMs / 1000 / LIMIT_SECONDS).toFixed(2)} (${(cliMs / 1000).toFixed(2)} s)`,
    );
    console.log(`  validation / YAML parsing     ${(validateMs / parseMs).toFixed(1)}`);
    if (cliMs > LIMIT_SECONDS * 1000) process.exitCode = 1;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function measureCampaign(): void {
  const root = mkdtempSync(join(tmpdir(), "assay-bench-"));
  const forms = join(root, "outputs", "parsed-forms.jsonl");
  try {
    writeCampaign(root);
    const loads: { first: Taken[]; unchanged: Taken[] } = { first: [], unchanged: [] };
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      rmSync(forms, { force: true });
      loads.first.push(loadCampaignOnce(root, forms));
      loads.unchanged.push(loadCampaignOnce(root, forms));
    }
    console.log(`  loading a campaign of ${CAMPAIGN_CASES} cases, best of ${ATTEMPTS}`);
    for (const name of ["first", "unchanged"] as const) {
      const { seconds, cpuSeconds } = loads[name].sort((a, b) => a.seconds - b.seconds)[0]!;
      const limit = CAMPAIGN_LIMITS[name];
      console.log(
        `    ${name.padEnd(10)} ${seconds.toFixed(2)} s (limit ${limit}); ${cpuSeconds.toFixed(2)} s of CPU, start of the program included`,
      );
      if (seconds > limit) process.exitCode = 1;
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function measureDataset(): void {
  const root = mkdtempSync(join(tmpdir(), "assay-bench-"));
  try {
    writeDataset(root);
    const loads = Array.from({ length: ATTEMPTS }, () => loadCampaignOnce(root, join(root, "forms.jsonl")));
    const { seconds, cpuSeconds } = loads.sort((a, b) => a.seconds - b.seconds)[0]!;
    console.log(`  loading a dataset of ${CAMPAIGN_CASES} rows, best of ${ATTEMPTS}`);
    console.log(
      `    load / limit of ${DATASET_LIMIT} s   ${(seconds / DATASET_LIMIT).toFixed(2)} (${seconds.toFixed(2)} s); ${cpuSeconds.toFixed(2)} s of CPU, start of the program included`,
    );
    if (seconds > DATASET_LIMIT) process.exitCode = 1;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

interface Taken {
  seconds: number;
  cpuSeconds: number;
}

/** In a process of its own, because a program that has just started has nothing compiled yet. */
function loadCampaignOnce(root: string, forms: string): Taken {
  const words = [process.argv[1]!, LOADING, root, forms];
  const { stdout } = spawnSync(process.execPath, words, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  const [milliseconds, cases, cpuMilliseconds] = stdout.trim().split(" ").map(Number);
  if (cases !== CAMPAIGN_CASES) throw new Error("the campaign of the benchmark does not load");
  return { seconds: milliseconds! / 1000, cpuSeconds: cpuMilliseconds! / 1000 };
}

async function loadHere(from: string, forms: string): Promise<void> {
  const started = performance.now();
  const loaded = await loadCampaign({ from, suite: "bench", runProfile: "bench", parsedForms: { path: forms } });
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  const cpuMilliseconds = (userCPUTime + systemCPUTime) / 1000;
  console.log(performance.now() - started, loaded.ok && loaded.value.cases.length, cpuMilliseconds);
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
function writeDataset(root: string): void {
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
}

function writeCampaign(root: string): void {
  const write = (path: string, text: string) => writeInto(root, path, text);
  writeSuite(root);
  for (let index = 0; index < CAMPAIGN_CASES; index += 1)
    write(
      `configs/cases/case_${index}/test.yaml`,
      `schema_version: 1
case_id: case_${index}
title: Case ${index}
runner:
  type: llm_probe
input:
  messages:
    - role: user
      content: Question ${index}. ${"Think about it. ".repeat(20)}
expectations:
  hard_expectations:
    - text: The answer is ${index}.
tags:
  - smoke
  - group_${index % 20}
`,
    );
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
