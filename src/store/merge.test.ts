import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  appendRun,
  changeFile,
  readLogWholly,
  runRecord,
  segmentFiles,
  segmentPath,
} from "../../test/support/store-records.ts";
import { temporaryFolder, writeFiles } from "../../test/support/temporary.ts";
import { mergeStores } from "./merge.ts";
import { openStore } from "./store.ts";

const SHA = "ab".repeat(32);

test("a merged store has the records and files of both, and merging again changes nothing", async () => {
  const [one, two] = [await storeWith("r1", "r2"), await storeWith("r3")];
  writeFiles(two, { [`artifacts/ab/${SHA}/workspace/answer.txt`]: "42" });
  expect(mergeStores(two, one)).toEqual({ segments: 1, artifacts: 1 });
  expect(keysOf(one)).toEqual(["r1", "r2", "r3"]);
  expect(readFileSync(join(one, `artifacts/ab/${SHA}/workspace/answer.txt`), "utf8")).toBe("42");
  const before = filesIn(one);
  expect(mergeStores(two, one)).toEqual({ segments: 0, artifacts: 0 });
  expect(filesIn(one)).toEqual(before);
  expect(mergeStores(one, one)).toEqual({ segments: 0, artifacts: 0 });
  expect(filesIn(one)).toEqual(before);
});

test("merging both ways makes both the same", async () => {
  const [one, two] = [await storeWith("r1"), await storeWith("r2")];
  mergeStores(one, two);
  mergeStores(two, one);
  expect(keysOf(one)).toEqual(keysOf(two));
  expect(segmentFiles(one)).toEqual(segmentFiles(two));
});

test("an old copy that comes back takes nothing away from a log that has grown since, nor from its writer", async () => {
  const [outputs, copy] = [temporaryFolder(), temporaryFolder()];
  const store = openStore(outputs);
  appendRun(store, "r1", "s/p-1/m/c/1");
  mergeStores(outputs, copy);
  appendRun(store, "r2", "s/p-1/m/c/2");
  expect(mergeStores(copy, outputs)).toEqual({ segments: 0, artifacts: 0 });
  appendRun(store, "r3", "s/p-1/m/c/3");
  await store.close();
  expect(keysOf(outputs)).toEqual(["r1", "r2", "r3"]);
});

test("a log that still grows is completed by merging again, and a reader of the copy sees it", () => {
  const [outputs, copy] = [temporaryFolder(), temporaryFolder()];
  const store = openStore(outputs);
  appendRun(store, "r1", "s/p-1/m/c/1");
  mergeStores(outputs, copy);
  const reader = openStore(copy);
  expect(reader.read("run", "r1")).not.toBeNull();
  appendRun(store, "r2", "s/p-1/m/c/2");
  expect(mergeStores(outputs, copy)).toEqual({ segments: 1, artifacts: 0 });
  reader.refresh();
  expect(reader.read("run", "r2")?.value).toEqual(runRecord());
  expect(reader.damaged()).toEqual([]);
});

test("the line that a writer is in the middle of is left for the next time", async () => {
  const [outputs, copy] = [await storeWith("r1", "r2"), temporaryFolder()];
  const whole = readFileSync(segmentPath(outputs));
  writeFileSync(segmentPath(outputs), whole.subarray(0, whole.length - 9));
  mergeStores(outputs, copy);
  expect(readFileSync(segmentPath(copy), "utf8").endsWith("}\n")).toBe(true);
  expect(keysOf(copy)).toEqual(["r1"]);
  writeFileSync(segmentPath(outputs), whole);
  mergeStores(outputs, copy);
  expect(keysOf(copy)).toEqual(["r1", "r2"]);
});

test("a whole copy heals a damaged one, and a damaged one harms no whole one", async () => {
  const outputs = await storeWith("r1", "r2", "r3");
  const copy = temporaryFolder();
  cpSync(outputs, copy, { recursive: true });
  const damage = (path: string, key: string) =>
    changeFile(path, (bytes) => Buffer.from(bytes.toString().replace(`"key":"${key}"`, '"key":"rX"')));
  damage(segmentPath(outputs), "r1");
  damage(segmentPath(copy), "r3");
  expect(mergeStores(copy, outputs)).toEqual({ segments: 1, artifacts: 0 });
  expect(mergeStores(copy, outputs)).toEqual({ segments: 0, artifacts: 0 });
  expect(keysOf(outputs)).toEqual(["r1", "r2", "r3"]);
  expect(segmentFiles(outputs)).toHaveLength(2);
});

test("staging folders and half-made copies are nobody's artifacts", async () => {
  const [one, two] = [await storeWith("r1"), temporaryFolder()];
  writeFiles(one, {
    [`artifacts/ab/${SHA}.1234.0a1b2c3d.tmp/x`]: "half",
    "artifacts/.staging-0a1b2c3d-1-1-0a1b2c3d/trial-1/x": "in the works",
    "artifacts/ab/readme.txt": "",
  });
  expect(mergeStores(one, two)).toEqual({ segments: 1, artifacts: 0 });
  expect(existsSync(join(two, "artifacts"))).toBe(false);
});

test("a store that is not there brings nothing", () => {
  const into = temporaryFolder();
  expect(mergeStores(join(into, "nowhere"), into)).toEqual({ segments: 0, artifacts: 0 });
});

async function storeWith(...keys: string[]): Promise<string> {
  const store = openStore(temporaryFolder());
  for (const key of keys) appendRun(store, key, `s/p-1/m/c/${key}`);
  await store.close();
  return store.outputs;
}

function keysOf(outputs: string): string[] {
  return [...readLogWholly(openStore(outputs)).keys()].map((name) => name.replace("run ", "")).sort();
}

function filesIn(outputs: string): string[] {
  return readdirSync(outputs, { recursive: true, encoding: "utf8" }).sort();
}
