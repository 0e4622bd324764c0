// The course of the action: run and judge, hold against the base, report. Everything it does is a command that a reader could type.
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openAssay } from "./assay.mjs";
import { findBase } from "./base.mjs";
import { keepComment } from "./keep-comment.mjs";
import { readSurroundings } from "./surroundings.mjs";

const around = readSurroundings(process.env);
const assay = openAssay(process.env.ASSAY_PROGRAM);
const files = {
  junit: join(around.temporary, "assay-junit.xml"),
  comment: join(around.temporary, "assay-comment.md"),
  gate: join(around.temporary, "assay-gate.json"),
  viewer: join(around.temporary, "assay-viewer"),
};
for (const file of Object.values(files)) rmSync(file, { recursive: true, force: true });

if (around.margin !== "" && !(Number(around.margin) >= 0 && Number(around.margin) <= 10)) {
  console.log(`::error::margin takes a number of points from 0 to 10`);
  process.exit(2);
}

/** Said in the log and in the summary: what a reader of the results has to know. */
const note = (text) => {
  console.log(text);
  if (around.summary) appendFileSync(around.summary, `\n> ${text}\n`);
};

if (around.mergeShards) mergeShards();
const missing = missingKeys();
if (around.shard !== "") {
  around.tell("exit-code", evaluatePart());
  process.exit(0);
}
const evaluated = evaluate();
const answer = hold();
if (around.wantsComment && around.pull) await comment();
if (around.wantsViewer) assay(["view", "--export", files.viewer]);
around.tell("answer", answer ?? "");
around.tell("junit", existsSync(files.junit) ? files.junit : "");
around.tell("viewer", existsSync(files.viewer) ? files.viewer : "");
around.tell("exit-code", exitCode());

/** A fork has no secrets, so there the keys may be missing; everywhere else a missing key is a mistake, and `run-eval` says so. */
function missingKeys() {
  if (!around.pull?.isFork) return [];
  const { code, stdout } = assay(["plan", ...around.campaign, "--output", "json"], { capture: true });
  if (code !== 0) return [];
  const { problems, judging } = JSON.parse(stdout);
  return [...problems, ...(judging?.problems ?? [])];
}

/** Brings in what the jobs of a matrix did; what one of them did not do is done below. */
function mergeShards() {
  const folder = join(around.temporary, "assay-shards");
  const parts = existsSync(folder) ? readdirSync(folder).sort() : [];
  if (parts.length === 0) return note("No job with `shard` has kept its part; everything is done here.");
  const { code } = assay(["store", "merge", ...parts.map((name) => join(folder, name))]);
  if (code !== 0) note("Not every part could be merged; the log has the details. What is missing is done here.");
}

/** A part has no verdict: it is run and judged, and kept for the job that merges. */
function evaluatePart() {
  if (missing.length > 0) {
    note(`This pull request comes from a fork, which has no secrets. Nothing was run. Missing: ${missing.join("; ")}.`);
    return 0;
  }
  const limit = around.maxCostUsd === "" ? [] : ["--max-cost-usd", around.maxCostUsd];
  const weights = around.shardWeights === "" ? [] : ["--shard-weights", around.shardWeights];
  const part = ["--shard", around.shard, ...weights];
  const { code } = assay(["run-eval", ...around.campaign, ...part, "--no-chart", "--no-files", ...limit]);
  // A slash cannot be in the name of an artifact.
  if (code < 2) around.tell("part", around.shard.replace("/", "-of-"));
  // What has no result is tried again by the job that merges, which says so.
  return code === 1 ? 0 : code;
}

function evaluate() {
  const outputs = [
    ...["--output", "text", "--output", "github-annotations", "--output", `junit=${files.junit}`],
    ...(around.summary ? ["--output", `github-summary=${around.summary}`] : []),
    ...["--output", `pr-comment=${files.comment}`],
  ];
  if (missing.length > 0) {
    note(
      `This pull request comes from a fork, which has no secrets. Nothing was run or judged; what is stored is shown. Missing: ${missing.join("; ")}.`,
    );
    return assay(["report", ...around.campaign, ...outputs]);
  }
  const limit = around.maxCostUsd === "" ? [] : ["--max-cost-usd", around.maxCostUsd];
  return assay(["run-eval", ...around.campaign, "--no-chart", ...limit, ...outputs]);
}

/** The gate's answer; null when there is none. */
function hold() {
  const base = findBase(around, assay, note);
  if (base === null) return null;
  const { code } = assay([
    ...["gate", ...around.campaign, "--base", base],
    ...(around.margin === "" ? [] : ["--margin", around.margin]),
    ...(around.strict ? ["--strict"] : []),
    ...["--output", "text", "--output", `json=${files.gate}`, "--output", `pr-comment=${files.comment}`],
    ...(around.summary ? ["--output", `github-summary=${around.summary}`] : []),
  ]);
  if (code === 2) {
    note(
      "The base has no results to compare with; the log has the details. A run of this action on its branch leaves them in the cache; `run-base: true` makes them here.",
    );
    return null;
  }
  const { answer: said, passed } = JSON.parse(readFileSync(files.gate, "utf8"));
  around.gatePassed = passed;
  return said;
}

async function comment() {
  if (!existsSync(files.comment)) return;
  // The gate's comment and the report's have marks of their own; here they take each other's place.
  const [, ...lines] = readFileSync(files.comment, "utf8").split("\n");
  const problem = await keepComment(around, [around.mark, ...lines].join("\n"));
  if (problem !== null) note(problem);
}

/** A mistake in a file is 2 and always fails; scores fail when they are asked to; the gate fails when it is closed. */
function exitCode() {
  if (evaluated.code > 1) return evaluated.code;
  if (answer !== null && !around.gatePassed) return 1;
  return around.failOnScores && missing.length === 0 ? evaluated.code : 0;
}
