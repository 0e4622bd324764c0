import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { projectRoot } from "../support/project-root.ts";
import { temporaryFolder } from "../support/temporary.ts";

const CAMPAIGN = ["--suite", "prompt_study", "--run-profile", "offline", "--evaluation-profile", "offline_panel"];

function copyOfExample(): string {
  const folder = temporaryFolder();
  const filter = (path: string) => !path.endsWith("/outputs");
  cpSync(join(projectRoot, "examples/prompt-study"), folder, { recursive: true, filter });
  return folder;
}

test("the prompt study runs from one workspace: two prompts, three models, judged blind, with tables", async () => {
  const cwd = copyOfExample();
  const call = async (...words: string[]) => {
    const { code, stdout, stderr } = await assay(words, { cwd });
    expect([0, 1], stderr).toContain(code);
    return stdout;
  };

  const report = JSON.parse(await call("run-eval", ...CAMPAIGN, "--quiet", "--output", "json"));
  expect(report.models.map(({ model_id }: { model_id: string }) => model_id)).toEqual([
    ...[
      "steady+brief",
      "steady+grounded",
      "obedient+brief",
      "obedient+grounded",
      "forgetful+brief",
      "forgetful+grounded",
    ],
  ]);
  const [better] = report.statistics.variants.comparisons;
  expect(better).toMatchObject({ first: { id: "grounded" }, second: { id: "brief" }, verdict: "first_better" });
  expect(better.difference.interval.low).toBeGreaterThan(0);

  const compared = JSON.parse(await call("compare", "brief", "grounded", ...CAMPAIGN, "--output", "json"));
  expect(compared.overall).toMatchObject({ verdict: "first_better", first: { label: "Grounded" } });
  // Two ways to ask the same: the report's and compare's difference are one number.
  expect(compared.overall.difference.difference).toBeCloseTo(better.difference.difference, 12);
  expect(compared.models.map(({ first }: { first: { id: string } }) => first.id)).toEqual([
    "steady",
    "obedient",
    "forgetful",
  ]);

  const byVariant = await call("compare", "steady", "forgetful", ...CAMPAIGN);
  expect(byVariant).toMatch(/variant +difference/);
  expect(byVariant).toMatch(/\n *brief .*\n *grounded /);

  await call("rubric", "samples", "--from", "outputs/runs/prompt_study", "--out", "outputs/samples.jsonl");
  const samples = readFileSync(join(cwd, "outputs/samples.jsonl"), "utf8");
  expect(samples).not.toMatch(/Keep your answers short|Never invent anything/);
  const judge = ["--rubric", "rubric.yaml", "--evaluation-profile", "rubric_panel", "--name", "study", "--quiet"];
  const tables = await call("rubric", "judge", "--samples", "outputs/samples.jsonl", ...judge);
  expect(tables).toMatch(/offline\/obedient +brief → grounded +prompt_study +\+\d/);
});

test("a label that is made to break a page stays data in text, Markdown and chart", async () => {
  const cwd = copyOfExample();
  const path = join(cwd, "configs/suites/prompt_study.yaml");
  const label = 'label: "<script>alert(1)</script> | \\e[31m [x](http://evil)"';
  writeFileSync(path, readFileSync(path, "utf8").replace("label: Brief", label));
  const words = [...CAMPAIGN, "--quiet", "--model", "steady", "--model", "obedient", "--case", "norway"];
  const text = await assay(["run-eval", ...words], { cwd });
  expect(text.stdout).toContain("alert(1)");
  expect(text.stdout).not.toContain("\u001b[31m");
  const { stdout } = await assay(["report", ...words.filter((word) => word !== "--quiet"), "--output", "markdown"], {
    cwd,
  });
  expect(stdout).not.toMatch(/<script>|[^\\]\]\(http:\/\/evil/);
  const rows = stdout.split("\n").filter((line) => line.startsWith("|") && line.includes("alert"));
  expect(rows.length).toBeGreaterThan(0);
});
