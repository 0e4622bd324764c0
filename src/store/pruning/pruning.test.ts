import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  DAY,
  EVALUATION,
  HASH,
  judgeRun,
  NEW,
  OLD,
  opened,
  PLACE,
  prune,
  START,
  twoCampaigns,
} from "../../../test/support/prunable-store.ts";
import { appendRun, changeFile, runRecord, segmentPath } from "../../../test/support/store-records.ts";
import { writeFiles } from "../../../test/support/temporary.ts";
import type { RunStatus } from "../../records/index.ts";
import { listCampaigns, listTrials } from "../list.ts";
import { openStore } from "../store.ts";
import { planPruning } from "./plan-pruning.ts";
import { removePruned } from "./remove-pruned.ts";

describe("a campaign by its name, or by its age", () => {
  test.each([
    ["--campaign", { campaigns: new Set([OLD]) }],
    ["--older-than", { before: START + 50 * DAY }],
  ])("%s takes out what is its own, and leaves what another campaign shares", async (_, wish) => {
    const outputs = await twoCampaigns();
    expect(await prune(outputs, wish)).toMatchObject({ ok: true });
    const store = openStore(outputs);
    expect(
      listTrials(store, { suite_id: "s", run_profile: "new-1" }).map(({ run_id, run }) => [run_id, run?.status]),
    ).toEqual([
      ["shared", "success"],
      ["newer", "success"],
    ]);
    expect(store.read("run", "own")).toBeNull();
    expect(store.read("call", HASH("asked by both"))).not.toBeNull();
    expect(store.read("call", HASH(`${OLD}-own`))).toBeNull();
    expect(store.text(HASH("p-asked by both"))).toBe("packet of asked by both");
    expect(store.text(HASH(`p-${OLD}-own`))).toBeNull();
    expect(store.text(HASH("system"))).toBe("system");
    expect([...store.keys("evaluation")].map(({ place }) => place)).toEqual([EVALUATION(NEW)]);
    expect(store.damaged()).toEqual([]);
    await store.close();
  });

  test("what is younger than the age stays, and pruning again finds nothing", async () => {
    const outputs = await twoCampaigns();
    const store = openStore(outputs);
    expect(planPruning(store, { before: START - 1 }).entries).toEqual([]);
    await store.close();
    await prune(outputs, { campaigns: new Set([OLD]) });
    const again = openStore(outputs);
    expect(planPruning(again, { campaigns: new Set([OLD]) }).entries.filter(({ key }) => key !== "shared")).toEqual([]);
    await again.close();
  });

  test("an old answer that a result outside of the log names stays", async () => {
    const { store, outputs } = opened();
    judgeRun(store, OLD, "r");
    await store.close();
    const reader = openStore(outputs);
    const wish = { before: START + DAY };
    expect(
      planPruning(reader, wish)
        .entries.map(({ kind }) => kind)
        .sort(),
    ).toEqual(["call", "evaluation", "text", "text"]);
    const needed = planPruning(reader, { ...wish, neededCalls: new Set([HASH(`${OLD}-r`)]) });
    expect(needed.entries.map(({ kind }) => kind)).toEqual(["evaluation"]);
    await reader.close();
  });

  test("what people have labelled stays when it is old, and goes when it is named, which is said", async () => {
    const outputs = await twoCampaigns();
    const labelledPackets = new Set([HASH(`p-${OLD}-own`)]);
    const store = openStore(outputs);
    const byAge = planPruning(store, { before: START + 50 * DAY, labelledPackets });
    expect(byAge.entries.some(({ key }) => ["own", "second"].includes(key))).toBe(false);
    expect([byAge.campaigns, byAge.labelledPackets]).toEqual([[], 0]);
    const byName = planPruning(store, { campaigns: new Set([OLD]), labelledPackets });
    expect(byName.entries.some(({ key }) => key === "second")).toBe(true);
    expect(byName.labelledPackets).toBe(1);
    await store.close();
  });

  test("files that only its trials left go with it, and shared ones stay", async () => {
    const { store, outputs } = opened();
    const [mine, ours] = ["artifacts/aa/mine", "artifacts/aa/ours"];
    writeFiles(outputs, { [`${mine}/x`]: "1", [`${ours}/x`]: "2" });
    appendRun(store, "r1", PLACE(OLD, 1), runRecord({ files: mine }));
    appendRun(store, "r2", PLACE(OLD, 2), runRecord({ files: ours }));
    appendRun(store, "r3", PLACE(NEW, 1), runRecord({ files: ours }));
    await store.close();
    await prune(outputs, { campaigns: new Set([OLD]) });
    expect([existsSync(join(outputs, mine)), existsSync(join(outputs, ours))]).toEqual([false, true]);
  });
});

describe("what newer records have replaced", () => {
  test("a run that was forced again, a trial whose case was edited, and its evaluation go; what counts stays", async () => {
    const { store, outputs } = opened();
    appendRun(store, "before the edit", PLACE(NEW));
    judgeRun(store, NEW, "before the edit");
    appendRun(store, "now", PLACE(NEW), runRecord({ output: "first" }));
    appendRun(store, "now", PLACE(NEW), runRecord({ output: "forced" }));
    judgeRun(store, NEW, "now");
    await store.close();
    await prune(outputs, { superseded: true });
    const after = openStore(outputs);
    expect(after.entries("run", "before the edit")).toEqual([]);
    expect(after.entries("run", "now")).toHaveLength(1);
    expect(after.read("run", "now")?.value.artifact.final_output).toBe("forced");
    expect([...after.keys("call")].map(({ key }) => key)).toEqual([HASH(`${NEW}-now`)]);
    expect(
      listTrials(after, { suite_id: "s", run_profile: "new-1", evaluation_profile: "e-1" })[0]?.evaluation,
    ).not.toBeNull();
    await after.close();
  });

  test("a failed repetition replaces no run that can be reused", async () => {
    const { store, outputs } = opened();
    appendRun(store, "r", PLACE(NEW), runRecord({ output: "good" }));
    appendRun(store, "r", PLACE(NEW), runRecord({ status: "provider_error" as RunStatus, output: "" }));
    await store.close();
    await prune(outputs, { superseded: true });
    const after = openStore(outputs);
    expect(after.read("run", "r")).not.toBeNull();
    expect(after.entries("run", "r").some(({ facts }) => facts.status === "success")).toBe(true);
    await after.close();
  });

  test("the same question at two places is two trials, and both stay", async () => {
    const { store, outputs } = opened();
    appendRun(store, "r", PLACE(OLD));
    appendRun(store, "r", PLACE(NEW), runRecord({ output: "forced elsewhere" }));
    judgeRun(store, OLD, "r", { key: "same" });
    judgeRun(store, NEW, "r", { key: "same", call: "other" });
    await store.close();
    await prune(outputs, { superseded: true });
    const after = openStore(outputs);
    expect(
      listCampaigns(after).map(({ run_profile, trials, evaluations }) => [run_profile, trials, evaluations.length]),
    ).toEqual([
      ["new-1", 1, 1],
      ["old-1", 1, 1],
    ]);
    await after.close();
  });

  test("nothing goes that could take the place of a damaged record", async () => {
    const { store, outputs } = opened();
    appendRun(store, "r", PLACE(NEW), runRecord({ output: "older" }));
    appendRun(store, "r", PLACE(NEW), runRecord({ output: "newer" }));
    await store.close();
    changeFile(segmentPath(outputs), (bytes) => Buffer.from(bytes.toString().replace('"newer"', '"nEwer"')));
    await prune(outputs, { superseded: true });
    const after = openStore(outputs);
    expect(after.read("run", "r")?.value.artifact.final_output).toBe("older");
    expect(readFileSync(segmentPath(outputs), "utf8")).toContain('"nEwer"');
    await after.close();
  });
});

describe("while it happens", () => {
  test("a reader that was there before reads what stays, and takes nothing that went for damage", async () => {
    const outputs = await twoCampaigns();
    const reader = openStore(outputs);
    expect(reader.read("run", "shared")).not.toBeNull();
    await prune(outputs, { campaigns: new Set([OLD]) });
    reader.refresh();
    expect(reader.read("run", "newer")?.value).toEqual(runRecord());
    expect(reader.text(HASH("system"))).toBe("system");
    expect(reader.read("run", "own")).toBeNull();
    expect(reader.damaged()).toEqual([]);
    await reader.close();
  });

  test("a reader that looks again lists what one that comes now lists, though it has read none of what went", async () => {
    const outputs = await twoCampaigns();
    const reader = openStore(outputs);
    expect(listCampaigns(reader)[1]).toMatchObject({ run_profile: "old-1", trials: 2 });
    await prune(outputs, { campaigns: new Set([OLD]) });
    reader.refresh();
    const later = openStore(outputs);
    expect([listCampaigns(reader), reader.damaged()]).toEqual([listCampaigns(later), []]);
    // The run shared by both campaigns.
    expect(listCampaigns(reader)[1]).toMatchObject({ run_profile: "old-1", trials: 1 });
    await Promise.all([reader.close(), later.close()]);
  });

  test("a store that somebody is writing to is left alone", async () => {
    const { store, outputs } = opened();
    appendRun(store, "r", PLACE(OLD));
    const busy = await prune(outputs, { campaigns: new Set([OLD]) });
    expect(busy).toEqual({
      ok: false,
      by: { pid: null, host: null },
      problem: expect.stringContaining("is using it; prune when it has finished"),
    });
    await store.close();
    expect(await prune(outputs, { campaigns: new Set([OLD]) })).toMatchObject({ ok: true });
  });

  test("what cannot be written leaves the store as it was", async () => {
    const outputs = await twoCampaigns();
    const before = readFileSync(segmentPath(outputs));
    const plan = async () => {
      throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
    };
    await expect(removePruned(outputs, { lockDepths: {}, now: Date.now, plan })).rejects.toThrow("no space left");
    expect(readFileSync(segmentPath(outputs)).equals(before)).toBe(true);
    expect(readdirSync(outputs).filter((name) => name.startsWith(".pruning"))).toEqual([]);
  });
});
