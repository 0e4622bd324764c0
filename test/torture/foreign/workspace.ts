import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cliPath } from "../../support/assay.ts";
import { projectRoot } from "../../support/project-root.ts";

/** A workspace whose store has a record of every kind; stores of strangers are copies of it, changed. */
export interface Original {
  /** The folder of the workspace, never changed after it was made. */
  root: string;
  campaign: string;
  /** The names of the two profiles' folders. */
  runFolder: string;
  evaluationFolder: string;
  /** The output of `assay pack`. */
  pack: string;
  /** The trial that left files. */
  trial: string;
}

const CAMPAIGN = ["--suite", "s", "--run-profile", "p", "--evaluation-profile", "e"];

/** Makes the workspace in a folder with the built CLI: a campaign, a rubric judging, two batches, labels. Everything is offline. */
export function makeOriginal(folder: string): Original {
  const root = join(folder, "original");
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const examples = join(projectRoot, "examples");
  cpSync(join(examples, "quickstart/configs/cases/files/greeting_file"), join(root, "configs/cases/greeting_file"), {
    recursive: true,
  });
  cpSync(join(examples, "rubric/en"), join(root, "rubric"), { recursive: true });
  cpSync(join(examples, "batch"), join(root, "batch"), { recursive: true });
  shorten(join(root, "rubric/samples.jsonl"), 4);
  const call = (...words: string[]) => callOnce(root, words);
  call("run-eval", ...CAMPAIGN, "--quiet", "--no-files");
  call("rubric", "judge", "--samples", "rubric/samples.jsonl", "--rubric", "rubric/rubric.yaml", ...JUDGED_AS("en"));
  for (const number of ["1", "2"])
    call(
      "batch",
      "judge",
      "--spec",
      "batch/spec.yaml",
      "--items",
      `batch/experiment-${number}.jsonl`,
      "--name",
      `b${number}`,
    );
  const listed = JSON.parse(call("store", "list", "--output", "json")) as unknown;
  const campaign = /"(s\/p-[0-9a-f]{8}\/e-[0-9a-f]{8})"/.exec(JSON.stringify(listed))?.[1] ?? campaignOf(root);
  const [, runFolder, evaluationFolder] = campaign.split("/") as [string, string, string];
  call("label", "plan", "--suite", "s", "--budget", "4", "--question", "score:overall");
  writeFileSync(join(root, "labels.jsonl"), labelRows());
  call("label", "import", "labels.jsonl", "--suite", "s", "--annotator", "ann", "--plan", "s-score-overall");
  appendRare(root, runFolder);
  const pack = join(root, "study.assay.tgz");
  call("pack", campaign, "--out", pack);
  for (const made of ["runs", "evaluations", "cache"])
    rmSync(join(root, "outputs", made), { recursive: true, force: true });
  return { root, campaign, runFolder, evaluationFolder, pack, trial: "diligent/greeting_file" };
}

/** Every line of every segment, with the segment it is in. */
export function linesOf(outputs: string): { file: string; lines: string[] }[] {
  const log = join(outputs, "log");
  return readdirSync(log)
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .map((name) => ({ file: join(log, name), lines: readFileSync(join(log, name), "utf8").trimEnd().split("\n") }));
}

export function sha256(text: string | Buffer): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Kinds of records that only paid, divided or pruned work leaves. */
function appendRare(root: string, runFolder: string): void {
  const at = Date.now();
  const record = (kind: string, key: string, value: object) => {
    const opening = `{"kind":"${kind}","key":${JSON.stringify(key)},"at":${at},"place":null,`;
    const text = JSON.stringify(value);
    return `${opening}"sha256":"${sha256(opening + text)}","value":${text}}\n`;
  };
  const whole = `runs/s/${runFolder}`;
  const tools = [{ name: "look_up", description: "Looks up.", parameters: { type: "object", properties: {} } }];
  const division = "0".repeat(64);
  const rare = [
    record("spend", whole, { schema_version: 2, usd: 0.5, highest_usd: 0.1 }),
    record("server", sha256("server"), { schema_version: 2, label: "notes", tools }),
    record("shard", `${whole}/1/2`, { schema_version: 2, whole, part: 1, of: 2, division, own: 3, all: 6, done: 3 }),
    record("prune", sha256("prune"), { schema_version: 2, records: 2, bytes: 900 }),
  ];
  writeFileSync(join(root, "outputs/log/20260101T000000000Z-00000000-1-1-00000000.jsonl"), rare.join(""));
}

function campaignOf(root: string): string {
  for (const { lines } of linesOf(join(root, "outputs")))
    for (const line of lines) {
      const found = /^\{"kind":"campaign","key":"([^"]+)"/.exec(line);
      if (found) return found[1]!;
    }
  throw new Error("the campaign to be changed was not made");
}

function callOnce(cwd: string, words: string[]): string {
  const env = { PATH: process.env.PATH ?? "", HOME: cwd, NO_COLOR: "1" };
  const { status, stdout, stderr } = spawnSync(process.execPath, [cliPath, ...words], { cwd, env, encoding: "utf8" });
  if (status !== 0 && status !== 1) throw new Error(`${words.join(" ")} ended with ${status}: ${stderr}`);
  return stdout;
}

function shorten(path: string, lines: number): void {
  writeFileSync(path, `${readFileSync(path, "utf8").split("\n").slice(0, lines).join("\n")}\n`);
}

const JUDGED_AS = (name: string) => ["--model", "offline/judge", "--name", name];

function labelRows(): string {
  const trials = ["diligent/sum/1", "hasty/sum/1", "diligent/greeting_file/1", "hasty/greeting_file/1"];
  const rows = trials.map((trial, at) => ({
    trial,
    question: "score:overall",
    value: 3 + at,
    note: "Read it twice.",
    quote: "",
  }));
  return rows.map((row) => `${JSON.stringify({ ...row, quote: undefined })}\n`).join("");
}

const FILES: Record<string, string> = {
  "configs/cases/sum/test.yaml": `schema_version: 1
case_id: sum
title: Adds
runner: { type: llm_probe }
input:
  messages:
    - { role: user, content: "What is 17 + 25?" }
expectations:
  hard_expectations:
    - { text: Answers 42. }
deterministic_checks:
  - { check_id: answered, declarative: { kind: final_response_present } }
  - { check_id: hooked, module_hook: { path: check.mjs, callable_name: check } }
`,
  "configs/cases/sum/check.mjs": "export function check() { return true; }\n",
  // Same is asked what diligent is asked, so its trials adopt the other's runs.
  "configs/suites/s.yaml": `schema_version: 1
suite_id: s
title: Suite
models:
  - { model_id: diligent, requested_model: offline/diligent }
  - { model_id: hasty, requested_model: offline/hasty }
  - { model_id: same, requested_model: offline/diligent }
`,
  "configs/run_profiles/p.yaml": `schema_version: 1
run_profile_id: p
title: Profile
execution_policy: { max_concurrency: 2 }
`,
  "configs/evaluation_profiles/e.yaml": `schema_version: 1
evaluation_profile_id: e
title: Judged
judges:
  - { judge_id: main, type: llm_probe, model: offline/judge }
judge_runs:
  - { judge_run_id: main_run, judge_id: main, repetitions: 2 }
aggregation: { method: median, pass_threshold: 6 }
security_policy: { allow_local_python_hooks: true }
`,
};
