import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type AssayEvent, type EventOf, type FunctionModel, openMemoryStore, runEval } from "../../src/index.ts";
import { projectRoot } from "../support/project-root.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** The fields of every event; the compiler refuses one that is missing or too many. */
const FIELDS: { [Type in AssayEvent["type"]]: Exclude<keyof EventOf<Type>, "type">[] } = {
  warning: ["message"],
  note: ["message"],
  diagnostics: ["diagnostics"],
  planned: ["trials"],
  trial_started: ["trial"],
  trial_ended: ["trial", "source", "run"],
  judging_started: ["trial"],
  judging_ended: ["result"],
  stopping: ["because", "message"],
  workers: ["workers", "in_flight"],
  sample_read: ["read"],
  sample_refused: ["place", "reason"],
  samples_planned: ["judges"],
  sample_judged: ["judgement", "reused"],
  sample_collected: ["place", "sample"],
  run_left_out: ["place", "reason"],
  entries_read: ["read"],
  batches_planned: ["judges"],
  batch_started: ["judge_id"],
  batch_ended: ["judge_id", "name", "scored", "unscored", "reused", "cost_usd"],
  item_judged: ["judge_run_id", "item", "valid", "reused", "cost_usd"],
  job_started: ["what"],
  job_ended: ["what", "seconds"],
  job_declined: ["what", "why"],
  queue_problem: ["message"],
};

test("docs/library.md lists every event that a listener may hear, with its fields", () => {
  const page = readFileSync(join(projectRoot, "docs", "library.md"), "utf8");
  const [, rows = ""] = /\| event \| fields \|.*\n.*\n((?:\|.*\n)+)/.exec(page) ?? [];
  const wordsOf = (cell = "") => [...cell.matchAll(/`(\w+)`/g)].map(([, word]) => word!);
  const listed = rows
    .trimEnd()
    .split("\n")
    .flatMap((row) => {
      const [, types, fields] = row.split("|");
      const named = wordsOf(fields);
      return wordsOf(types).map((type) => [type, named]);
    });
  const known = Object.entries(FIELDS).map(([type, fields]) => [type, fields as string[]] as const);
  expect(listed.map(([type]) => type).sort()).toEqual(known.map(([type]) => type).sort());
  for (const [type, fields] of known) {
    const [, named] = listed.find(([other]) => other === type)!;
    expect((named as string[]).slice(0, fields.length), type).toEqual(fields);
  }
});

describe("a campaign that a program runs", () => {
  test("tells its events as plain data, with the ids that reports have", async () => {
    const { evaluate } = campaign();
    const events: AssayEvent[] = [];
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
