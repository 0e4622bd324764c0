import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY, judgeRun, NEW, OLD, opened, PLACE, prune, START } from "../../../test/support/prunable-store.ts";
import { storeBundle } from "../../../test/support/store-process.ts";
import { appendRun, buryWriters, runRecord } from "../../../test/support/store-records.ts";
import { listCampaigns, listTrials } from "../list.ts";
import { openStore, type Store } from "../store.ts";
import { type PruneWish, planPruning } from "./plan-pruning.ts";

test("of any store, what should stay reads the same after pruning, and what was spent is still known", async () => {
  const step = fc.record({
    what: fc.constantFrom("run", "adopt", "judge", "spend"),
    campaign: fc.constantFrom("s/a-1", "s/b-1", "t/a-1"),
    run: fc.constantFrom("r1", "r2", "r3"),
    repetition: fc.integer({ min: 1, max: 2 }),
    day: fc.nat(100),
  });
  const wishes = fc.constantFrom<PruneWish>(
    { campaigns: new Set(["s/a-1"]) },
    { before: START + 50 * DAY },
    { superseded: true },
    { superseded: true, before: START + 50 * DAY },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), wishes, async (steps, wish) => {
      const { store, outputs, day } = opened();
      for (const { what, campaign, run, repetition, day: at } of steps) {
        day(at);
        if (what === "run") appendRun(store, run, PLACE(campaign, repetition));
        if (what === "adopt" && store.has("run", run))
          store.append({
            kind: "adoption",
            key: run,
            place: PLACE(campaign, repetition),
            value: { schema_version: 2, identity: runRecord().artifact.identity },
          });
        if (what === "judge") judgeRun(store, campaign, run, { key: `${campaign} ${run}`, call: run });
        if (what === "spend")
          store.append({ kind: "spend", key: "runs/s/a-1", value: { schema_version: 2, usd: 1, highest_usd: 1 } });
      }
      const spent = store.spent("runs/s/a-1").usd;
      const reader = openStore(outputs);
      const gone = new Set(planPruning(reader, wish).campaigns);
      const lastAt = (name: string) =>
        Math.max(
          ...["run", "adoption", "evaluation"].flatMap((kind) =>
            [...reader.places(kind as "run")].flatMap(({ place, at }) => (place!.startsWith(`${name}/`) ? [at] : [])),
          ),
        );
      const leaves = (name: string) =>
        wish.campaigns?.has(name) === true || (wish.before !== undefined && lastAt(name) < wish.before);
      const staying = listCampaigns(reader).filter(
        ({ suite_id, run_profile }) => !leaves(`${suite_id}/${run_profile}`),
      );
      const shown = (log: Store) =>
        staying.map((campaign) => listTrials(log, { ...campaign, evaluation_profile: "e-1" }));
      const before = shown(reader);
      await reader.close();
      await store.close();
      expect(await prune(outputs, wish)).toMatchObject({ ok: true });
      const after = openStore(outputs);
      expect(shown(after)).toEqual(before);
      expect(after.spent("runs/s/a-1").usd).toBe(spent);
      expect(after.damaged()).toEqual([]);
      for (const entry of after.places("evaluation")) {
        const { prompt, result } = after.readEntry(entry)!;
        expect(after.text(prompt.user_sha256)).not.toBeNull();
        for (const { iterations } of result.judge_runs)
          for (const { call_id } of iterations) expect(after.read("call", call_id)).not.toBeNull();
      }
      for (const { suite_id, run_profile } of listCampaigns(after))
        expect(gone).not.toContain(`${suite_id}/${run_profile}`);
      await after.close();
    }),
    { numRuns: 60, examples: [[ADOPTED_AND_REPLACED, { campaigns: new Set(["s/a-1"]) }]] },
  );
});

/** A replaced run that stays because another campaign adopted it. */
const ADOPTED_AND_REPLACED = (
  [
    ["run", "s/a-1", "r3"],
    ["run", "s/a-1", "r1"],
    ["adopt", "s/b-1", "r3"],
  ] as const
).map(([what, campaign, run]) => ({ what, campaign, run, repetition: 1, day: 0 }));

test("a process that is killed over any segment has lost nothing that stays and brings nothing old back; the next one takes out the rest", async () => {
  const script = (outputs: string, bundle: string, kill: number) => `
    import { openStore, planPruning, removePruned } from ${JSON.stringify(`file://${bundle}`)};
    const outputs = ${JSON.stringify(outputs)};
    let calls = 0;
    const now = () => { if (++calls === ${kill}) process.kill(process.pid, "SIGKILL"); return Date.now(); };
    const plan = async () => planPruning(openStore(outputs), { campaigns: new Set(["${OLD}"]), superseded: true });
    await removePruned(outputs, { lockDepths: {}, now, plan });`;
  const bundle = await storeBundle();
  for (let kill = 1; kill <= 4; kill += 1) {
    const { outputs } = await manySegments();
    const before = openStore(outputs);
    const kept = listTrials(before, { suite_id: "s", run_profile: "new-1", evaluation_profile: "e-1" });
    await before.close();
    const killed = spawnSync(process.execPath, ["--input-type=module", "-e", script(outputs, bundle, kill)]);
    expect([killed.stderr.toString(), killed.signal]).toEqual(["", "SIGKILL"]);
    const after = openStore(outputs);
    expect(listTrials(after, { suite_id: "s", run_profile: "new-1", evaluation_profile: "e-1" })).toEqual(kept);
    expect(after.damaged()).toEqual([]);
    // A trial of a removed campaign keeps its last state or is gone.
    for (const { run_id } of listTrials(after, { suite_id: "s", run_profile: "old-1" }))
      expect(run_id).toMatch(/^last/);
    await after.close();
    expect(await prune(outputs, { campaigns: new Set([OLD]), superseded: true })).toMatchObject({ ok: true });
    const done = openStore(outputs);
    expect(listCampaigns(done).map(({ run_profile }) => run_profile)).toEqual(["new-1"]);
    expect(listTrials(done, { suite_id: "s", run_profile: "new-1", evaluation_profile: "e-1" })).toEqual(kept);
    expect(readdirSync(join(outputs, "log")).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    await done.close();
  }
});

/** Three processes write newer runs of both campaigns. */
async function manySegments() {
  const outputs = opened().outputs;
  for (const [index, name] of ["first", "second", "last"].entries()) {
    const { store, day } = opened(outputs);
    day(index);
    for (const repetition of [1, 2]) {
      appendRun(store, `${name} ${repetition}`, PLACE(OLD, repetition));
      appendRun(store, `new ${name} ${repetition}`, PLACE(NEW, repetition), runRecord({ output: name }));
    }
    judgeRun(store, NEW, `new ${name} 1`);
    await store.close();
  }
  buryWriters(outputs);
  return { outputs };
}
