import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStoredResults, report } from "../../src/operations/index.ts";
import { openStore } from "../../src/store/index.ts";
import { type JudgedWorkspace, judgedQuickstart } from "../support/viewer.ts";

describe("what a store has", () => {
  let workspace: JudgedWorkspace;

  beforeAll(async () => {
    workspace = await judgedQuickstart();
  });
  afterAll(() => workspace?.remove());

  test("comes to the same figures, as the report that today's files make", async () => {
    const campaign = { suite: "quickstart", runProfile: "offline", evaluationProfile: "offline_judge" };
    const today = await report({ cwd: workspace.root, ...campaign });
    const results = await openStoredResults({ store: workspace.root });
    const stored = results.campaign(results.list()[0]!)!;
    await results.close();
    expect(rounded(stored.statistics.models)).toEqual(rounded(today.statistics.models));
    expect(rounded(stored.statistics.agreement.between_judges)).toEqual(
      rounded(today.statistics.agreement.between_judges),
    );
    expect(rounded(stored.statistics.rates)).toEqual(rounded(today.statistics.rates));
    expect(rounded(stored.model_summaries)).toEqual(rounded(today.model_summaries));
    expect(stored.totals).toEqual(today.totals);
    expect(stored.costs).toEqual(today.costs);
    expect(stored.statistics.comparisons.map(({ sentence }) => sentence)).toEqual(
      today.statistics.comparisons.map(({ sentence }) => sentence),
    );
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

/** The store does not know in which order a suite lists its cases, and sums of floats depend on it in their last digits. */
function rounded(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, part) => (typeof part === "number" ? Number(part.toPrecision(12)) : part)),
  );
}
