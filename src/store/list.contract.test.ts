import { describe, expect, test } from "vitest";
import { PLACES } from "../../test/support/log-places.ts";
import { appendRun, evaluationRecord, runRecord } from "../../test/support/store-records.ts";
import { listCampaigns, listTrials } from "./list.ts";
import { openLog } from "./log/log.ts";
import type { Medium } from "./log/medium.ts";
import { currentRun, occupantOf } from "./runs.ts";

describe.each(PLACES)("a log %s", (_, newMedium) => {
  test("campaigns and trials are listed from the index alone", async () => {
    const medium = newMedium();
    const log = openLog(medium, Date.now);
    for (const [key, place] of [
      ["r1", "s/p-1/m/c/1"],
      ["r2", "s/p-1/m/c/10"],
      ["r3", "s/p-1/m/c/2"],
      ["r4", "s/p-2/m/c/1"],
      ["r5", "a/p-1/m/c/1"],
    ] as const)
      appendRun(log, key, place);
    log.append({ kind: "evaluation", key: "e1", place: "s/p-1/e-1/m/c/1", value: evaluationRecord("r1", 7) });
    log.append({ kind: "evaluation", key: "e2", place: "s/p-1/e-1/m/c/2", value: evaluationRecord("an older run", 3) });
    await log.close();

    const reads: number[] = [];
    const counting = openLog(countingReads(medium, reads), Date.now);
    // Opening reads the beginning of one record to recognise the log.
    const whenOpened = reads.length;
    expect(whenOpened).toBeLessThanOrEqual(1);
    expect(listCampaigns(counting)).toEqual([
      { suite_id: "a", run_profile: "p-1", trials: 1, evaluations: [] },
      { suite_id: "s", run_profile: "p-1", trials: 3, evaluations: [{ evaluation_profile: "e-1", trials: 2 }] },
      { suite_id: "s", run_profile: "p-2", trials: 1, evaluations: [] },
    ]);
    const trials = listTrials(counting, { suite_id: "s", run_profile: "p-1", evaluation_profile: "e-1" });
    expect(trials.map(({ repetition, run_id }) => [repetition, run_id])).toEqual([
      [1, "r1"],
      [2, "r3"],
      [10, "r2"],
    ]);
    // The second evaluation is of a run that was replaced.
    expect(trials.map(({ evaluation }) => evaluation?.score ?? null)).toEqual([7, null, null]);
    expect(trials[0]?.run).toMatchObject({ status: "success", duration_ms: 12 });
    expect(reads.length).toBe(whenOpened);
    expect(counting.read("run", "r1")?.value).toEqual(runRecord());
    expect(reads.length).toBe(whenOpened + 1);
  });

  test("a trial shows whichever came last to its place, a run of its own or an adopted one", () => {
    const log = openLog(newMedium(), Date.now);
    const place = "s/p-1/m/c/1";
    const where = { suite_id: "s", run_profile: "p-1", model_id: "m", case_id: "c", repetition: 1 };
    const listed = () => listTrials(log, { suite_id: "s", run_profile: "p-1" }).map(({ run_id }) => run_id);
    appendRun(log, "own", place);
    appendRun(log, "elsewhere", "other/p-1/m/c/1", runRecord({ status: "failed" }));
    const adopt = { schema_version: 2 as const, identity: runRecord().artifact.identity };
    log.append({ kind: "adoption", key: "elsewhere", place, value: adopt });
    expect([occupantOf(log, where), ...listed()]).toEqual(["elsewhere", "elsewhere"]);
    expect(listTrials(log, { suite_id: "s", run_profile: "p-1" })[0]?.run?.status).toBe("failed");
    appendRun(log, "own", place);
    expect([occupantOf(log, where), ...listed()]).toEqual(["own", "own"]);
    expect(listCampaigns(log).map(({ suite_id, trials }) => [suite_id, trials])).toEqual([
      ["other", 1],
      ["s", 1],
    ]);
  });

  test("a forced run that the provider failed does not hide the one that was paid for", () => {
    const log = openLog(newMedium(), Date.now);
    const statusNow = () => currentRun(log, "r")?.facts.status ?? null;
    expect(statusNow()).toBeNull();
    appendRun(log, "r", "s/p-1/m/c/1", runRecord({ status: "provider_error" }));
    expect(statusNow()).toBe("provider_error");
    appendRun(log, "r", "s/p-1/m/c/1", runRecord({ status: "failed" }));
    appendRun(log, "r", "s/p-1/m/c/1", runRecord({ status: "timed_out" }));
    expect(statusNow()).toBe("failed");
    appendRun(log, "r", "s/p-1/m/c/1", runRecord({ status: "success" }));
    expect(statusNow()).toBe("success");
  });
});

function countingReads(medium: Medium, reads: number[]): Medium {
  return {
    ...medium,
    segments: () =>
      medium.segments().map((stored) => ({
        ...stored,
        read(offset, length) {
          reads.push(offset);
          return stored.read(offset, length);
        },
      })),
  };
}
