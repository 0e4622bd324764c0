import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FunctionRequest, openStoredResults, report, runEval } from "../../src/operations/index.ts";
import { DIMENSIONS } from "../../src/records/index.ts";
import { type CampaignReport, renderCampaignText } from "../../src/report/index.ts";
import { openStore } from "../../src/store/index.ts";
import { caseText, evaluationText, profileText, suiteText } from "../support/small-workspace.ts";
import { writeFiles } from "../support/temporary.ts";
import { type JudgedWorkspace, judgedQuickstart } from "../support/viewer.ts";

describe("thirty cases that the suite lists in another order than by their ids", () => {
  let root: string;
  const names = { suite: "s", runProfile: "r", evaluationProfile: "e" };

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), "assay-order-"));
    const cases = Array.from({ length: 30 }, (_, at) => {
      // The folder decides the order: the last id comes first.
      const id = `case_${String(29 - at).padStart(2, "0")}`;
      const text = caseText(id, "tags: [odd]\n")
        .replace("title: T", `title: Task ${at}`)
        .replace("content: Hi", `content: ${id}`);
      return [`configs/cases/folder_${String(at).padStart(2, "0")}/test.yaml`, text];
    });
    writeFiles(root, {
      ...Object.fromEntries(cases),
      "configs/suites/s.yaml": suiteText().replace(
        "[{ model_id: big_model }]",
        "[{ model_id: one }, { model_id: two }]",
      ),
      "configs/run_profiles/r.yaml": profileText(),
      "configs/evaluation_profiles/e.yaml": evaluationText(
        "judges: [{ judge_id: main, type: llm_probe, model: function/x }]\njudge_runs: [{ judge_run_id: r, judge_id: main }]\n",
      ),
    });
    const said = (model: string) => ({
      version: "1",
      answer: ({ messages }: FunctionRequest) => `${model} about ${messages.at(-1)!.content}`,
    });
    await runEval({
      cwd: root,
      ...names,
      subjects: { one: said("one"), two: said("two") },
      judges: { main: { version: "1", answer: ({ messages }) => verdict(messages.at(-1)!.content!) } },
      files: false,
    });
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const today = async () => await report({ cwd: root, ...names, ...functions() });
  const functions = () => ({
    subjects: { one: { version: "1", answer: () => "" }, two: { version: "1", answer: () => "" } },
    judges: { main: { version: "1", answer: () => "" } },
  });

  test("keep order, titles and tags, and the permutation test its p-value to the last digit", async () => {
    const results = await openStoredResults({ store: root });
    const stored = results.campaign(results.list()[0]!)!;
    await results.close();
    const expected = await today();
    expect(stored.cases[0]).toMatchObject({ case_id: "case_29", title: "Task 0", tags: ["odd"] });
    expect(stored.statistics.comparisons).toEqual(expected.statistics.comparisons);
    expect(stored.statistics.comparisons[0]!.difference).toMatchObject({ test: { method: "monte_carlo" } });
    expect(textOf(stored)).toBe(textOf(expected));
  });

  test("of a store of an older version are listed by their ids", async () => {
    const store = openStore(join(root, "outputs"));
    const [campaign] = store.keys("campaign");
    const { listing_sha256: _, ...older } = store.readEntry(campaign!)!;
    store.append({ kind: "campaign", key: campaign!.key, value: older });
    await store.close();
    const results = await openStoredResults({ store: root });
    const stored = results.campaign(results.list()[0]!)!;
    await results.close();
    expect(stored.cases[0]).toEqual({ case_id: "case_00", title: "case_00", runner: "llm_probe", tags: [] });
    expect(stored.totals.scored).toBe(60);
  });
});

/** Uneven, so that sums depend on the order in which they are taken. */
function verdict(packet: string): Record<string, unknown> {
  const [, model, number] = /(one|two) about case_(\d+)/.exec(packet)!;
  const score = ((Number(number) * 7 + (model === "one" ? 3 : 0)) % 100) / 10;
  return {
    summary: "s",
    dimensions: Object.fromEntries(DIMENSIONS.map((name) => [name, { evidence: ["It says nothing."], score }])),
    overall: { score, reason: "r" },
  };
}

describe("what a store has", () => {
  let workspace: JudgedWorkspace;

  beforeAll(async () => {
    workspace = await judgedQuickstart();
  });
  afterAll(() => workspace?.remove());

  test("is reported in the very bytes of the report that today's files make", async () => {
    const campaign = { suite: "quickstart", runProfile: "offline", evaluationProfile: "offline_judge" };
    const today = await report({ cwd: workspace.root, ...campaign });
    const results = await openStoredResults({ store: workspace.root });
    const stored = results.campaign(results.list()[0]!)!;
    await results.close();
    expect(textOf(stored)).toBe(textOf(today));
    expect(stored.statistics).toEqual(today.statistics);
    expect(stored.cases).toEqual(today.cases);
    expect(stored.trials.map(nameOf)).toEqual(today.trials.map(nameOf));
    expect(stored.costs).toEqual(today.costs);
  });

  test("what was judged before a trial was run again is not shown for the new run", async () => {
    const results = await openStoredResults({ store: workspace.root });
    const [listed] = results.list();
    const { model_id, case_id, repetition } = listed!.trials[0]!;
    const store = openStore(results.outputs);
    const entry = store.at("run", `${listed!.suite_id}/${listed!.run_profile}/${model_id}/${case_id}/${repetition}`)!;
    const record = store.readEntry(entry)!;
    store.append({ kind: "run", key: "another", place: entry.place, value: record });
    await store.close();
    results.refresh();
    const again = results.list()[0]!;
    const trial = results.trial(again, { model_id, case_id, repetition })!;
    expect(trial.evaluation).toBeNull();
    expect(results.campaign(again)!.totals).toMatchObject({ scored: 63, not_judged: 1 });
    await results.close();
  });

  test("a trial or a campaign that is not there is null", async () => {
    const results = await openStoredResults({ store: workspace.root });
    const nothing = { suite_id: "x", run_profile: "y", evaluation_profile: "z" };
    expect(results.campaign(nothing)).toBeNull();
    expect(results.trial(nothing, { model_id: "m", case_id: "c", repetition: 1 })).toBeNull();
    expect(results.trial(results.list()[0]!, { model_id: "m", case_id: "c", repetition: 1 })).toBeNull();
    await results.close();
  });
});

function nameOf({ model_id, case_id, repetition }: { model_id: string; case_id: string; repetition: number }): string {
  return `${model_id}/${case_id}/${repetition}`;
}

/** All but the last line, which says where files for reading are: a store does not know whether they are still there. */
function textOf(own: CampaignReport): string {
  return renderCampaignText(own)
    .split("\n")
    .filter((line) => !line.startsWith("Evaluations"))
    .join("\n");
}
