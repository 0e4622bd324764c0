import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CampaignReport } from "../../src/report/index.ts";
import { assay } from "../support/assay.ts";
import {
  calibration,
  copyOf,
  draw,
  importLabels,
  judgedExample,
  LABELS,
  labelLines,
  must,
  PROFILE,
} from "./support.ts";

let judged: string;
beforeAll(async () => {
  judged = await judgedExample();
}, 120_000);
afterAll(() => rmSync(judged, { recursive: true, force: true }));

async function labelled(): Promise<string> {
  const root = copyOf(judged);
  await draw(root);
  await must(importLabels(root));
  return root;
}

describe("a judge that is too lenient towards one subject", () => {
  test("lets the wrong one win; with 40 labels the difference is right, with its interval", async () => {
    const root = await labelled();
    const { questions } = await calibration(root);
    const [found] = questions;
    expect(found).toMatchObject({ question: "score:overall", trials: 120, packets: 40, drawn: 40, by_hand: 0 });
    const corrections = found!.corrections;
    if (corrections.kind === "undefined") throw new Error(corrections.reason);
    const [difference] = corrections.figures[0]!.differences;
    expect(difference).toMatchObject({ first: "diligent", second: "hasty" });
    const { result } = difference!;
    if (result.kind === "undefined" || result.corrected.interval.kind === "undefined") throw new Error("no difference");
    expect(result.uncorrected).toBeGreaterThan(0.2);
    // The mean of the 40 labels, all by one person: 3.35 for hasty, 8.6 for diligent.
    expect(result.corrected.value).toBeCloseTo(-5.25, 1);
    expect(result.corrected.interval.high).toBeLessThan(-4);
    expect(result.corrected.interval.low).toBeGreaterThan(-6.5);
  });

  test("is seen where it is lenient: agreement by subject", async () => {
    const root = await labelled();
    const [found] = (await calibration(root)).questions;
    const bias = Object.fromEntries(
      found!.judges[0]!.parts.filter(({ by }) => by === "subject").map(({ part, level_bias }) => [
        part,
        "value" in level_bias ? level_bias.value : null,
      ]),
    );
    expect(bias.hasty).toBeGreaterThan(6);
    expect(bias.diligent).toBeLessThan(1);
    expect(found!.judges[0]!.parts.map(({ by }) => by)).toEqual(expect.arrayContaining(["length", "position"]));
    expect(found!.disagreements[0]!.trial_ids[0]).toMatch(/\/hasty\/products--p\d\d\/1$/);
    expect(found!.disagreements[0]!.page).toMatch(/^#\/campaign\/products\/.*\/trial\/hasty\/products--p\d\d\/1$/);
    expect(found!.good_enough).toMatchObject({ kind: "undefined" });
  });

  test("report and compare show corrected figures beside the others, in every format", async () => {
    const root = await labelled();
    const report = await assay(["report", ...PROFILE], { cwd: root });
    expect(report.stdout).toContain("hasty is better than diligent");
    // A result reversed by labels never appears alone: not at the top, and not at the end, where eyes are.
    const turned =
      /^hasty is better than diligent.*\nCorrected, diligent is better than hasty by 5\.25 .*although the judge alone says the opposite\.$/gm;
    expect(report.stdout.match(turned)).toHaveLength(2);
    expect(report.stdout).toContain("Corrected by human labels (score:overall)");
    expect(report.stdout).toMatch(
      /diligent is better than hasty: hasty − diligent is −5\.2\d .* although the judge alone says \+0\.3/,
    );
    const json = JSON.parse(
      (await assay(["report", ...PROFILE, "--output", "json"], { cwd: root })).stdout,
    ) as CampaignReport;
    expect(json.corrected?.[0]).toMatchObject({ question: "score:overall", packets: 40, drawn: 40 });
    const markdown = (await assay(["report", ...PROFILE, "--output", "markdown"], { cwd: root })).stdout;
    expect(markdown).toContain("### Corrected by human labels");
    expect(markdown).toMatch(
      /^## .*\n\n\*\*hasty is better than diligent.*\*\*\n\n\*\*Corrected, diligent is better than hasty by 5\.25 .*\*\*\n/,
    );
    const compared = await assay(["compare", "diligent", "hasty", ...PROFILE], { cwd: root });
    const corrected = /^Corrected by 40 labels \(score:overall\), candidate − base is −5\.2/;
    const lines = compared.stdout.trimEnd().split("\n");
    for (const line of [lines[1], lines.at(-1)]) expect(line).toMatch(corrected);
    const data = JSON.parse(
      (await assay(["compare", "diligent", "hasty", ...PROFILE, "--output", "json"], { cwd: root })).stdout,
    ) as { corrected: { result: { kind: string } }[] };
    expect(data.corrected[0]!.result.kind).toBe("corrected_difference");
  });

  test("is said in the first sentence and in the last, with the corrected result and what to do next", async () => {
    const { stdout } = await assay(["calibrate", "--suite", "products"], { cwd: await labelled() });
    const lines = stdout.trimEnd().split("\n");
    expect(lines[0]).toMatch(
      /^The judge is too lenient by 3\.\d\d \(judge − humans is \+3\.\d\d, 95 % interval \+\d\.\d\d to \+\d\.\d\d(, rough)?\)\.$/,
    );
    expect(lines[1]).toMatch(
      /^Corrected, diligent is better than hasty by 5\.2\d \(hasty − diligent is −5\.2\d, .*\), although the judge alone says the opposite\.$/,
    );
    expect(lines.slice(-3)).toEqual([...lines.slice(0, 2), "Next: assay view"]);
  });

  test("says without labels what is missing, and nothing else", async () => {
    const { stdout } = await assay(["calibrate", "--suite", "products"], { cwd: copyOf(judged) });
    expect(stdout).toContain("0 labels for measuring");
    expect(stdout).not.toMatch(/lenient|Corrected|Next:/);
  });

  test("draws its calibration curve", async () => {
    const root = await labelled();
    const { stderr } = await must(assay(["calibrate", "--suite", "products", "--chart", "curve.svg"], { cwd: root }));
    expect(stderr).toContain("curve.svg");
    expect(readFileSync(join(root, "curve.svg"), "utf8")).toContain("Humans say");
    expect(existsSync(join(root, "curve.png"))).toBe(true);
  });
});

describe("nothing is ever corrected silently", () => {
  const reasonOf = async (root: string) => {
    const [found] = (await calibration(root)).questions;
    const corrections = found!.corrections;
    return corrections.kind === "undefined"
      ? corrections.reason
      : corrections.figures[0]!.subjects.map(({ result }) =>
          result.kind === "undefined" ? result.reason : "corrected",
        ).join("; ");
  };

  test("without labels, reports have no such section", async () => {
    const report = await assay(["report", ...PROFILE, "--output", "json"], { cwd: judged });
    expect(JSON.parse(report.stdout)).not.toHaveProperty("corrected");
    expect((await assay(["report", ...PROFILE], { cwd: judged })).stdout).not.toContain("human labels");
    const { stdout } = await must(assay(["calibrate", "--suite", "products"], { cwd: judged }));
    expect(stdout).toContain("Nothing that was judged has such labels yet");
  });

  test("with too few labels it says how many there are and how many it takes", async () => {
    const root = copyOf(judged);
    await draw(root);
    const few = readFileSync(LABELS, "utf8").split("\n").slice(0, 20).join("\n");
    writeFileSync(join(root, "few.csv"), `${few}\n`);
    await must(importLabels(root, { file: "few.csv" }));
    expect(await reasonOf(root)).toContain("trials have a label that was drawn at random, and at least 20 are needed");
    const { stdout } = await assay(["report", ...PROFILE], { cwd: root });
    expect(stdout).toContain(
      "diligent is not corrected: 19 of 60 trials have a label that was drawn at random, and at least 20 are needed.",
    );
  });

  test("with labels that somebody chose", async () => {
    const root = copyOf(judged);
    await must(importLabels(root, { plan: null }));
    expect(await reasonOf(root)).toContain("the labels were not drawn at random");
    const { stdout } = await assay(["report", ...PROFILE], { cwd: root });
    expect(stdout).toContain("Nothing is corrected, because the labels were not drawn at random");
  });

  test("with labels that the judge was tuned by", async () => {
    const root = copyOf(judged);
    await must(importLabels(root, { plan: null, more: ["--purpose", "tune"] }));
    expect((await calibration(root)).questions).toEqual([]);
    expect((await assay(["report", ...PROFILE], { cwd: root })).stdout).not.toContain("Corrected");
    const tuned = await calibration(root, "--purpose", "tune");
    expect(tuned.questions[0]!.corrections).toMatchObject({ kind: "undefined" });
    expect((await assay(["calibrate", "--purpose", "tune"], { cwd: root })).stdout).toContain("they flatter it");
  });

  test("with labels of both purposes on the same packets", async () => {
    const root = await labelled();
    const tuned = labelLines(root)
      .slice(0, 3)
      .map((line) => {
        const { draw: _, ...label } = JSON.parse(line) as Record<string, unknown>;
        return JSON.stringify({ ...label, annotator: "eve", purpose: "tune" });
      });
    writeFileSync(join(root, "labels", "eve.jsonl"), `${tuned.join("\n")}\n`);
    expect(await reasonOf(root)).toMatch(/^3 of the labelled packets also have labels used to tune a judge/);
    // Whatever was asked of them: a prompt that was tuned on a packet has seen it.
    const asked = tuned.map((line) => JSON.stringify({ ...JSON.parse(line), question: { kind: "pass" }, value: true }));
    writeFileSync(join(root, "labels", "eve.jsonl"), `${asked.join("\n")}\n`);
    expect(await reasonOf(root)).toMatch(/^3 of the labelled packets also have labels used to tune a judge/);
    expect((await calibration(root)).labels.mixed).toBe(3);
  });

  test("stale labels are counted and not used", async () => {
    const root = await labelled();
    const [line] = labelLines(root);
    const stale = { ...(JSON.parse(line!) as object), packet_sha256: "f".repeat(64), annotator: "eve" };
    writeFileSync(join(root, "labels", "eve.jsonl"), `${JSON.stringify(stale)}\n`);
    const { labels, questions } = await calibration(root);
    expect(labels).toMatchObject({ measure: 40, stale: 1 });
    expect(questions[0]!.packets).toBe(40);
  });
});

describe("several annotators", () => {
  test("three who labelled the same 40 answer whether the judge may replace one of them", async () => {
    const root = await labelled();
    for (const annotator of ["ben", "eve"]) {
      const rows = readFileSync(LABELS, "utf8").trim().split("\n");
      const shifted = rows.map((row, index) => {
        const [trial, value] = row.split(",") as [string, string];
        return index === 0
          ? row
          : `${trial},${annotator === "ben" ? value : Math.min(10, Number(value) + (index % 2))}`;
      });
      writeFileSync(join(root, `${annotator}.csv`), `${shifted.join("\n")}\n`);
      await must(importLabels(root, { annotator, file: `${annotator}.csv` }));
    }
    const [found] = (await calibration(root, "--epsilon", "0.1")).questions;
    expect(found!.humans).toMatchObject({ shared: 40 });
    expect(found!.humans.annotators.map(({ annotator }) => annotator)).toEqual(["ann", "ben", "eve"]);
    expect(found!.judges[0]!.alternative_annotator).toMatchObject({
      kind: "alternative_annotator",
      may_replace: false,
      epsilon: 0.1,
    });
  });

  test("preferences are compared with whom the judge scores higher", async () => {
    const root = copyOf(judged);
    const rows = Array.from({ length: 6 }, (_, index) => {
      const name = `products--p${String(index + 1).padStart(2, "0")}/1`;
      return `hasty/${name},diligent/${name},other`;
    });
    writeFileSync(join(root, "pairs.csv"), `trial,other_trial,value\n${rows.join("\n")}\n`);
    await must(
      assay(["label", "import", "pairs.csv", "--annotator", "ann", "--question", "preference"], { cwd: root }),
    );
    const { preferences } = await calibration(root);
    expect(preferences[0]).toMatchObject({ pairs: 6, same: { successes: 0, trials: 6 } });
  });
});

describe("the gold set", () => {
  const gold = ["calibrate", "--gold", "--suite", "products", "--run-profile", "offline", "--output", "json"];
  const verdictOf = async (root: string, ...words: string[]) => {
    const { code, stdout, stderr } = await assay([...gold, ...words], { cwd: root });
    if (stdout === "") throw new Error(stderr);
    return { code, ...(JSON.parse(stdout) as { verdict: string; gain: number; packets: number }) };
  };

  test("the same judge is the same, a fairer one is better, and a charmed one in its place is worse", async () => {
    const root = await labelled();
    expect(await verdictOf(root, "--evaluation-profile", "charmed")).toMatchObject({
      verdict: "same",
      gain: 0,
      packets: 40,
      code: 0,
    });
    expect(await verdictOf(root, "--evaluation-profile", "even")).toMatchObject({ verdict: "better", code: 0 });
    await assay(["run-eval", ...PROFILE.slice(0, 4), "--evaluation-profile", "even", "--quiet", "--no-chart"], {
      cwd: root,
    });
    expect(await verdictOf(root, "--evaluation-profile", "charmed", "--against", "even")).toMatchObject({
      verdict: "worse",
      code: 1,
    });
  });

  test("without labels there is none", async () => {
    const { code, stderr } = await assay([...gold, "--evaluation-profile", "charmed"], { cwd: judged });
    expect(code).toBe(2);
    expect(stderr).toContain("there is no gold set");
  });
});

test.each([
  [["--against", "even"], "--against needs --gold"],
  [["--gold", "--suite", "products"], "needs --evaluation-profile"],
  [["--epsilon", "2"], "Expected a share from 0 to 1"],
  [["--epsilon", "much"], "Expected a share from 0 to 1"],
  [["--purpose", "boast"], "purpose"],
  [["--output", "xml"], "--output takes"],
  [["--suite", "no_such_suite"], "nothing that was judged is called"],
  [["--chart", "curve.svg"], "there is no curve to draw"],
])("assay calibrate %j is refused", async (words, problem) => {
  const { code, stderr } = await assay(["calibrate", ...words], { cwd: judged });
  expect(code).toBe(2);
  expect(stderr).toContain(problem);
});
