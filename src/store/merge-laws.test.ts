import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { storeBundle } from "../../test/support/store-process.ts";
import {
  appendRun,
  changeFile,
  readLogWholly,
  runRecord,
  segmentFiles,
  segmentPath,
} from "../../test/support/store-records.ts";
import { temporaryFolder, writeFiles } from "../../test/support/temporary.ts";
import { listCampaigns, listTrials } from "./list.ts";
import { mergeStores } from "./merge.ts";
import { openStore } from "./store.ts";

/** Record of a store: the run, its place, its writer, and whether it left files. */
const step = fc.record({
  run: fc.constantFrom("r1", "r2", "r3", "r4"),
  repetition: fc.integer({ min: 1, max: 3 }),
  words: fc.constantFrom("one", "two"),
  second: fc.nat(20),
  leavesFiles: fc.boolean(),
});
const steps = fc.array(step, { minLength: 1, maxLength: 6 });

async function storeOf(all: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]): Promise<string> {
  let at = 0;
  const store = openStore(temporaryFolder(), { now: () => new Date(Date.parse("2026-01-01") + at * 1000) });
  for (const { run, repetition, words, second, leavesFiles } of all) {
    at = second;
    const sha = Buffer.from(`${run}${words}`.padEnd(32, "0")).toString("hex");
    const files = leavesFiles ? `artifacts/${sha.slice(0, 2)}/${sha}` : null;
    if (files) writeFiles(store.outputs, { [`${files}/answer.txt`]: words });
    appendRun(store, run, `s/p-1/m/c/${repetition}`, runRecord({ output: words, files }));
  }
  await store.close();
  return store.outputs;
}

/** Merges stores into a new one, in this order. */
function together(...stores: string[]): string {
  const into = temporaryFolder();
  for (const store of stores) mergeStores(store, into);
  return into;
}

/** Returns everything in a store: segments byte for byte, records, campaigns and files. */
function contentOf(outputs: string) {
  const store = openStore(outputs);
  return {
    segments: segmentFiles(outputs).map((name) => [name, readFileSync(join(outputs, "log", name), "utf8")]),
    records: readLogWholly(store),
    campaigns: listCampaigns(store).map((campaign) => [campaign, listTrials(store, campaign)]),
    files: readdirSync(outputs, { recursive: true, encoding: "utf8" })
      .filter((path) => path.startsWith("artifacts") && statSync(join(outputs, path)).isFile())
      .sort()
      .map((path) => [path, readFileSync(join(outputs, path), "utf8")]),
    damaged: store.damaged(),
  };
}

describe("whatever the stores are", () => {
  test("the order of merging does not matter, nor how it is grouped, nor how often", async () => {
    await fc.assert(
      fc.asyncProperty(steps, steps, steps, async (...all) => {
        const [a, b, c] = (await Promise.all(all.map(storeOf))) as [string, string, string];
        const merged = contentOf(together(a, b, c));
        expect(merged.damaged).toEqual([]);
        expect(contentOf(together(c, a, b))).toEqual(merged);
        expect(contentOf(together(together(a, b), c))).toEqual(merged);
        expect(contentOf(together(a, together(b, c)))).toEqual(merged);
        expect(contentOf(together(a, b, c, b, a, together(a, c)))).toEqual(merged);
      }),
      { numRuns: 8 },
    );
  });
});

describe("a conflict cannot exist", () => {
  test("the same question with two answers is two records, and every reader takes the later one", async () => {
    const [one, two] = [await storeOf([answer("one", 1)]), await storeOf([answer("two", 2)])];
    for (const merged of [together(one, two), together(two, one)]) {
      const store = openStore(merged);
      expect(store.entries("run", "r1")).toHaveLength(2);
      expect(store.read("run", "r1")?.value.artifact.final_output).toBe("two");
      expect(store.damaged()).toEqual([]);
    }
  });

  test("the same record with other bytes is damage: it is named, nothing is overwritten, and what is whole is used", async () => {
    const whole = await storeOf([answer("one", 1), answer("two", 2)]);
    const forged = temporaryFolder();
    cpSync(whole, forged, { recursive: true });
    changeFile(segmentPath(forged), (bytes) => Buffer.from(bytes.toString().replace('"two"', '"owt"')));
    for (const [from, into] of [
      [forged, whole],
      [whole, forged],
    ] as const) {
      const copy = temporaryFolder();
      cpSync(into, copy, { recursive: true });
      const before = readFileSync(segmentPath(copy));
      mergeStores(from, copy);
      expect(readFileSync(join(copy, "log", segmentFiles(into)[0]!)).equals(before)).toBe(true);
      const store = openStore(copy);
      expect(store.verify()).toBe(3);
      expect(store.damaged()).toMatchObject([{ problem: "its content does not match its hash", healed: true }]);
      expect(store.read("run", "r1")?.value.artifact.final_output).toBe("two");
    }
  });
});

test("a process that is killed while it merges leaves both stores whole, and merging again completes it", async () => {
  const [from, into] = [await storeOf(many("one")), await storeOf(many("two"))];
  const whole = contentOf(together(into, from));
  const bundle = await storeBundle();
  // Kill it at its n-th file operation.
  for (const looks of [1, 5, 9, 13, 17, 21, 25, 40]) {
    const copy = temporaryFolder();
    cpSync(into, copy, { recursive: true });
    const script = `
      import fs from "node:fs";
      import { syncBuiltinESMExports } from "node:module";
      let looks = 0;
      for (const name of ["openSync", "renameSync", "mkdirSync", "copyFileSync", "cpSync", "ftruncateSync", "fsyncSync", "statSync", "rmSync"]) {
        const real = fs[name];
        fs[name] = (...words) => { if (++looks === ${looks}) process.kill(process.pid, "SIGKILL"); return real(...words); };
      }
      syncBuiltinESMExports();
      const { mergeStores } = await import(${JSON.stringify(`file://${bundle}`)});
      mergeStores(${JSON.stringify(from)}, ${JSON.stringify(copy)});`;
    const { signal, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script]);
    expect(stderr.toString()).toBe("");
    // The number of operations depends on Node, so it may be done before the last kill.
    if (looks < 40) expect(signal).toBe("SIGKILL");
    const after = openStore(copy);
    expect(after.damaged()).toEqual([]);
    for (const [key, value] of readLogWholly(openStore(into)))
      if (key === "run r2") expect(after.read("run", "r2")).not.toBe(value);
    mergeStores(from, copy);
    const { damaged, records, campaigns, files } = contentOf(copy);
    expect({ damaged, records, campaigns, files }).toEqual({ ...whole, segments: undefined });
  }
});

function answer(words: "one" | "two", second: number) {
  return { run: "r1" as const, repetition: 1, words, second, leavesFiles: false };
}

function many(words: "one" | "two") {
  return (["r1", "r2", "r3"] as const).map((run, index) => ({
    run,
    repetition: index + 1,
    words,
    second: index,
    leavesFiles: true,
  }));
}
