import { cpSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type FunctionModel, openMemoryStore, type Remark, type RunEvalEvent, runEval } from "../../src/index.ts";
import { projectRoot } from "../support/project-root.ts";
import { temporaryFolder } from "../support/temporary.ts";

describe("a campaign that a program runs", () => {
  test("tells its events as plain data, with the ids that reports have", async () => {
    const { evaluate } = campaign();
    const events: (RunEvalEvent | Remark)[] = [];
    await evaluate(() => "Paris", { onEvent: (event) => events.push(event) });
    expect(JSON.parse(JSON.stringify(events))).toEqual(events);
    expect(events[0]).toEqual({
      type: "planned",
      trials: [
        { model_id: "mine", case_id: "capital", repetition: 1 },
        { model_id: "mine", case_id: "capital", repetition: 2 },
      ],
    });
    const types = events.map(({ type }) => type);
    for (const type of ["trial_started", "trial_ended", "judging_started", "judging_ended"])
      expect(types.filter((told) => told === type)).toHaveLength(2);
  });

  test.each(["planned", "trial_started", "trial_ended", "judging_started", "judging_ended"])(
    "ends with what its listener threw at %s, and the same call continues from there",
    async (type) => {
      const { evaluate } = campaign();
      const mistake = new Error("a mistake in the listener");
      const onEvent = (event: { type: string }) => {
        if (event.type === type) throw mistake;
      };
      await expect(evaluate(() => "Paris", { onEvent })).rejects.toBe(mistake);
      expect((await evaluate(() => "Paris")).report?.totals.scored).toBe(2);
    },
  );

  test("is refused where a list leaves nobody to ask", async () => {
    const { evaluate } = campaign();
    const nobody = "no model is chosen: an empty list leaves nothing to run";
    await expect(evaluate(() => "Paris", {}, { models: [] })).rejects.toThrow(nobody);
  });

  test("ends as interrupted when no new work is wanted, and the same call continues from there", async () => {
    const { evaluate } = campaign();
    const stop = new AbortController();
    let asked = 0;
    const stopped = await evaluate(
      () => {
        asked += 1;
        stop.abort();
        return "Paris";
      },
      { noNewWork: stop.signal },
    );
    const spending = { spent_usd: 0, max_cost_usd: null };
    expect(stopped).toEqual({ status: "interrupted", report: null, spending });
    expect(asked).toBeGreaterThan(0);
    const whole = await evaluate(() => {
      asked += 1;
      return "Paris";
    });
    expect(whole.report?.totals.scored).toBe(2);
    expect(asked).toBe(2);
  });
});

/** One case of the quickstart, run twice, in a store that lives as long as the test. */
function campaign() {
  const cwd = temporaryFolder();
  cpSync(join(projectRoot, "examples", "quickstart", "configs"), join(cwd, "configs"), { recursive: true });
  const store = openMemoryStore();
  onTestFinished(() => store.close());
  const options = { suite: "quickstart", runProfile: "offline", evaluationProfile: "offline_judge", env: {} };
  return {
    evaluate: (answer: FunctionModel["answer"], controls: Parameters<typeof runEval>[1] = {}, more = {}) =>
      runEval(
        {
          ...options,
          cwd,
          cases: ["capital"],
          subjects: { mine: { answer, version: "1" } },
          store,
          files: false,
          ...more,
        },
        controls,
      ),
  };
}
