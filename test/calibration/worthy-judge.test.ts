import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Calibration } from "../../src/calibration/index.ts";
import { assay } from "../support/assay.ts";
import { projectRoot } from "../support/project-root.ts";
import { must } from "./support.ts";

const NOTES = ["--suite", "notes", "--run-profile", "offline", "--evaluation-profile", "even"];

test("a judge that tells good from bad is corrected and makes the interval narrower than labels alone", async () => {
  const root = mkdtempSync(join(tmpdir(), "assay-notes-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  cpSync(join(projectRoot, "examples", "calibration"), root, { recursive: true });
  // Some summaries miss the threshold, which is what the example is about.
  expect((await assay(["run-eval", ...NOTES, "--quiet", "--no-chart"], { cwd: root })).code).toBe(1);
  await must(assay(["label", "plan", ...NOTES, "--budget", "80", "--question", "score:overall"], { cwd: root }));
  const labels = ["label", "import", "labels-notes.csv", "--annotator", "ann", "--question", "score:overall"];
  await must(assay([...labels, "--plan", "notes-score-overall"], { cwd: root }));
  const { stdout } = await must(assay(["calibrate", "--suite", "notes", "--output", "json"], { cwd: root }));
  const [found] = (JSON.parse(stdout) as Calibration).questions;
  const { corrections } = found!;
  if (corrections.kind === "undefined") throw new Error(corrections.reason);
  const [difference] = corrections.figures[0]!.differences;
  const { result } = difference!;
  if (result.kind === "undefined") throw new Error(result.reason);
  const { corrected, labels_alone, lambda, effective_labels } = result;
  if (corrected.interval.kind === "undefined" || labels_alone.interval.kind === "undefined") throw new Error("none");
  const width = ({ low, high }: { low: number; high: number }) => high - low;
  expect(lambda).toBeGreaterThan(0.7);
  expect(width(corrected.interval)).toBeLessThan(0.85 * width(labels_alone.interval));
  expect(corrected.interval.rough).toBeUndefined();
  expect(effective_labels).toBeGreaterThan(110);
  // A point too much for each, and none of it in the difference.
  for (const { result: mean } of corrections.figures[0]!.subjects)
    expect(mean.kind === "corrected_mean" && mean.uncorrected - mean.corrected.value).toBeGreaterThan(0.5);
  expect(Math.abs(result.uncorrected - corrected.value)).toBeLessThan(0.4);
}, 120_000);
