import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Calibration } from "../../src/calibration/index.ts";
import { assay, type CliResult } from "../support/assay.ts";
import { projectRoot } from "../support/project-root.ts";

export const PROFILE = ["--suite", "products", "--run-profile", "offline", "--evaluation-profile", "charmed"];
const PLAN = "products-score-overall";
export const LABELS = join(projectRoot, "examples", "calibration", "labels.csv");

/** The example, run and judged once; tests work on copies. The caller removes it. */
export async function judgedExample(): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), "assay-calibration-"));
  cpSync(join(projectRoot, "examples", "calibration"), root, { recursive: true });
  const { code, stderr } = await assay(["run-eval", ...PROFILE, "--quiet", "--no-chart"], { cwd: root });
  if (code !== 0) throw new Error(stderr);
  return root;
}

export function copyOf(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), "assay-calibration-"));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  cpSync(root, copy, { recursive: true });
  return copy;
}

export async function draw(cwd: string, budget = 40): Promise<void> {
  await must(assay(["label", "plan", ...PROFILE, "--budget", String(budget), "--question", "score:overall"], { cwd }));
}

export async function importLabels(
  cwd: string,
  { annotator = "ann", plan = PLAN as string | null, more = [] as string[], file = LABELS } = {},
): Promise<CliResult> {
  const words = ["label", "import", file, "--annotator", annotator, "--question", "score:overall"];
  return await assay([...words, ...(plan === null ? [] : ["--plan", plan]), ...more], { cwd });
}

export async function calibration(cwd: string, ...more: string[]): Promise<Calibration> {
  const { stdout } = await must(assay(["calibrate", "--suite", "products", "--output", "json", ...more], { cwd }));
  return JSON.parse(stdout) as Calibration;
}

export async function must(result: Promise<CliResult>): Promise<CliResult> {
  const done = await result;
  if (done.code !== 0) throw new Error(`ended with ${done.code}: ${done.stderr}${done.stdout}`);
  return done;
}

export function labelLines(root: string): string[] {
  const folder = join(root, "labels");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .flatMap((name) => readFileSync(join(folder, name), "utf8").trim().split("\n"));
}
