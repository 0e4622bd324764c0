// `npm run demo`: set up if needed, then the main jobs on the offline gateway: a campaign run and judged, single samples
// judged by a rubric, two prompts compared on three models, a support bot with tools, and two experiments compared. Needs no key and no network after set-up.
// Earlier results are reused, as everywhere; `npm run demo -- --fresh` starts over. `--built` installs and builds nothing.
import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { setUpNodePackages } from "./setup.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const PANEL = ["--evaluation-profile", "offline_panel"];

const JOBS = [
  {
    title: "A campaign: four subjects on the quickstart suite, judged",
    folder: "examples/quickstart",
    commands: [
      ["run-eval", "--suite", "quickstart", "--run-profile", "offline", "--evaluation-profile", "offline_judge"],
    ],
  },
  {
    title: "Single samples by a rubric, blind to the prompt variant, in English and Chinese",
    folder: "examples/rubric",
    commands: ["en", "zh"].map((language) => [
      ...["rubric", "judge", "--samples", `${language}/samples.jsonl`, "--rubric", `${language}/rubric.yaml`],
      ...["--evaluation-profile", "offline_panel", "--name", `demo-${language}`, "--quiet"],
    ]),
  },
  {
    title: "A prompt study: two prompts × three models, judged blind, as a campaign and as single samples",
    folder: "examples/prompt-study",
    commands: [
      [...["run-eval", "--suite", "prompt_study", "--run-profile", "offline"], ...PANEL, "--quiet"],
      [...["compare", "brief", "grounded", "--suite", "prompt_study", "--run-profile", "offline"], ...PANEL],
      ["rubric", "samples", "--from", "outputs/runs/prompt_study", "--out", "outputs/samples.jsonl"],
      [
        ...["rubric", "judge", "--samples", "outputs/samples.jsonl", "--rubric", "rubric.yaml"],
        ...["--evaluation-profile", "rubric_panel", "--name", "study", "--group-by", "prompt_variant,model", "--quiet"],
      ],
    ],
  },
  {
    title: "A support bot: three prompts × 200 messages, with mocked tools, hidden checks and two judges",
    folder: "examples/support-bot",
    commands: [
      [
        ...["run-eval", "--suite", "support", "--run-profile", "offline", "--evaluation-profile", "panel"],
        ...["--quiet", "--no-chart"],
      ],
    ],
  },
  {
    title: "Two experiments, measured on a sample, and the decision",
    folder: "examples/batch",
    commands: [
      ["batch", "judge", "--spec", "spec.yaml", "--items", "experiment-1.jsonl", "--name", "experiment-1", "--quiet"],
      ["batch", "judge", "--spec", "spec.yaml", "--items", "experiment-2.jsonl", "--name", "experiment-2", "--quiet"],
      ["batch", "compare", "outputs/batch/experiment-1", "outputs/batch/experiment-2"],
    ],
  },
];

if (!process.argv.includes("--built")) {
  setUpNodePackages();
  build();
}
for (const { title, folder, commands } of JOBS) {
  const cwd = join(root, folder);
  if (process.argv.includes("--fresh")) rmSync(join(cwd, "outputs"), { recursive: true, force: true });
  console.log(`\n${linesOf(`━━━ ${title} ━━━`.split(" "), "    ", "")}`);
  for (const words of commands) runAssay(words, cwd);
}

function build() {
  const { status } = spawnSync(process.execPath, ["scripts/build.mjs", "--no-types"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0 || !existsSync(join(root, "dist/cli.js"))) process.exit(status || 1);
}

/** Words in lines that fit the terminal; each but the last ends so that a shell would take them together. */
function linesOf(words, indent, end) {
  const width = process.stdout.columns ?? Number.POSITIVE_INFINITY;
  const lines = [words[0]];
  for (const word of words.slice(1)) {
    const longer = `${lines.at(-1)} ${word}`;
    if (longer.length + end.length <= width) lines[lines.length - 1] = longer;
    else lines.push(`${indent}${word}`);
  }
  return lines.join(`${end}\n`);
}

function runAssay(words, cwd) {
  console.log(`\n${linesOf(["$", "assay", ...words], "    ", " \\")}\n`);
  const { status, signal } = spawnSync(process.execPath, [join(root, "dist/cli.js"), ...words], {
    cwd,
    stdio: "inherit",
  });
  // 1 means "done, but a trial failed": the demo's failing subject is there to show just that.
  if (signal !== null || (status !== 0 && status !== 1)) process.exit(status ?? 1);
}
