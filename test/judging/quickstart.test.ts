import { cpSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { lacks } from "../support/needs.ts";
import { projectRoot } from "../support/project-root.ts";
import { temporaryFolder } from "../support/temporary.ts";

const quickstart = join(projectRoot, "examples/quickstart");
const CAMPAIGN = ["--suite", "quickstart", "--run-profile", "offline", "--evaluation-profile", "offline_judge"];

function copyOfQuickstart(): string {
  const folder = temporaryFolder();
  cpSync(join(quickstart, "configs"), join(folder, "configs"), { recursive: true });
  return folder;
}

describe.skipIf(lacks("sandbox") || lacks("python"))("the quickstart", () => {
  test("tells diligent, erratic, hasty and failing subjects apart, with reasons; the second time nothing is called or written", async () => {
    const cwd = copyOfQuickstart();
    const first = await assay(["run-eval", ...CAMPAIGN, "--output", "json"], { cwd });
    const report = JSON.parse(first.stdout);
    expect(report.totals).toEqual({ trials: 64, scored: 64, checked: 0, unscored: 0, not_judged: 0, not_run: 0 });
    const scores = report.model_summaries.map(({ score }: { score: number }) => score);
    expect([...scores].sort((a, b) => b - a)).toEqual(scores);
    expect(scores[0] - scores[3]).toBeGreaterThan(5);
    expect(report.trials.every(({ judge_reason }: { judge_reason: string | null }) => judge_reason)).toBe(true);
    expect(report.trials.every(({ checks }: { checks: { error: number } }) => checks.error === 0)).toBe(true);

    const before = stamps(cwd);
    const second = await assay(["run-eval", ...CAMPAIGN, "--output", "json", "--no-chart"], { cwd });
    expect(JSON.parse(second.stdout).calls).toEqual({ made: 0, reused: 72 });
    expect(stamps(cwd)).toEqual(before);
  });
});

test("the quickstart uses every kind of check but OpenClaw's, and hooks of both languages", () => {
  const cases = readdirSync(join(quickstart, "configs/cases"), { recursive: true, encoding: "utf8" });
  const text = cases
    .filter((path) => path.endsWith("test.yaml"))
    .map((path) => readFileSync(join(quickstart, "configs/cases", path), "utf8"))
    .join("\n");
  const kinds = [
    ...["final_response_present", "tool_call_count", "file_exists", "file_contains", "path_exists"],
    ...["status_is", "output_artifact_present", "python_hook", "module_hook"],
  ];
  expect(kinds.filter((kind) => !text.includes(kind))).toEqual([]);
});

/** Every file of the store but locks, with what would change if it were written again. */
function stamps(root: string): Record<string, number> {
  const outputs = join(root, "outputs");
  const files = readdirSync(outputs, { recursive: true, encoding: "utf8" }).filter((path) => !path.endsWith(".lock"));
  const entries = files.sort().map((path) => [path, statSync(join(outputs, path))] as const);
  return Object.fromEntries(entries.filter(([, stat]) => stat.isFile()).map(([path, stat]) => [path, stat.mtimeMs]));
}
