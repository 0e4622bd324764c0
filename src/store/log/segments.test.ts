import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  buryWriter,
  changeFile,
  indexPath,
  readLogWholly,
  runRecord,
  segmentPath,
  storeWith,
} from "../../../test/support/store-records.ts";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { openStore } from "../store.ts";
import { Catalogue } from "./catalogue.ts";

describe("a last line without an end", () => {
  test("is silent while its writer lives, and a record once it has its end", async () => {
    const outputs = await storeWith(5);
    const whole = readFileSync(segmentPath(outputs));
    // This process wrote it and is alive.
    changeFile(segmentPath(outputs), (bytes) => bytes.subarray(0, bytes.length - 20));
    rmSync(indexPath(outputs));
    const store = openStore(outputs);
    expect([store.has("run", "r4"), store.damaged()]).toEqual([false, []]);
    writeFileSync(segmentPath(outputs), whole);
    store.refresh();
    expect(store.read("run", "r4")?.value).toEqual(runRecord({ output: "An answer. 4" }));
    expect(store.damaged()).toEqual([]);
  });

  test("of a dead writer is named, and costs one record", async () => {
    const outputs = await storeWith(5);
    const path = buryWriter(outputs);
    changeFile(path, (bytes) => bytes.subarray(0, bytes.length - 20));
    const store = openStore(outputs);
    expect([...store.keys("run")].map(({ key }) => key)).toEqual(["r0", "r2"]);
    expect(store.damaged()).toMatchObject([{ key: null, problem: "its last line is cut off; that record is lost" }]);
    expect(store.damaged()[0]?.where).toMatch(/^log\/.+\.jsonl$/);
  });
});

describe("what cannot be read", () => {
  test("an empty store, an empty log folder and empty segments are empty stores", async () => {
    for (const files of [{}, { "log/readme.txt": "" }, { "log/a.jsonl": "", "log/a.index": "" }]) {
      const store = openStore(temporaryFolder(files as Record<string, string>));
      expect([[...store.keys("run")], store.damaged()]).toEqual([[], []]);
      store.append({ kind: "text", key: "k", value: "v" });
      store.refresh();
      expect(store.read("text", "k")?.value).toBe("v");
      await store.close();
    }
  });

  test("opening a store creates nothing", async () => {
    const outputs = join(temporaryFolder(), "outputs");
    const store = openStore(outputs);
    await store.close();
    expect(existsSync(outputs)).toBe(false);
  });

  test("a folder in the place of a segment is named, and the other segments are read", async () => {
    const outputs = await storeWith(5);
    mkdirSync(join(outputs, "log", "a.jsonl"));
    const store = openStore(outputs);
    expect(readLogWholly(store).size).toBe(5);
    expect(store.damaged()).toMatchObject([{ where: "log/a.jsonl", problem: expect.stringContaining("EISDIR") }]);
  });

  test("a file in the place of the log folder is an error, not an empty store", () => {
    expect(() => openStore(temporaryFolder({ log: "not a folder" }))).toThrow("ENOTDIR");
    expect(() => openStore(join(temporaryFolder({ outputs: "" }), "outputs"))).toThrow("ENOTDIR");
  });

  test("a segment that is taken away while the store is open leaves no wrong value", async () => {
    const outputs = await storeWith(5);
    const store = openStore(outputs);
    rmSync(segmentPath(outputs));
    store.refresh();
    expect(store.damaged()).toMatchObject([{ key: null, problem: expect.stringContaining("ENOENT") }]);
    expect([store.read("run", "r4"), store.has("run", "r4")]).toEqual([null, false]);
  });
});

test("a store of more segments than a process may open files is read", async () => {
  const outputs = temporaryFolder();
  for (let index = 0; index < 150; index += 1) {
    const store = openStore(outputs);
    store.append({ kind: "text", key: `t${index}`, value: `text ${index}` });
    await store.close();
  }
  const before = openDescriptors();
  const store = openStore(outputs);
  for (let index = 0; index < 150; index += 1) expect(store.text(`t${index}`)).toBe(`text ${index}`);
  if (before !== null) expect(openDescriptors()! - before).toBeLessThanOrEqual(64);
  await store.close();
});

test("verifying goes through everything that is known once, not once for each segment", async () => {
  const outputs = temporaryFolder();
  for (let index = 0; index < 5; index += 1) {
    const store = openStore(outputs);
    store.append({ kind: "text", key: `t${index}`, value: `text ${index}` });
    await store.close();
  }
  const store = openStore(outputs);
  const goesThrough = vi.spyOn(Catalogue.prototype, "without");
  onTestFinished(() => goesThrough.mockRestore());
  expect(store.verify()).toBe(5);
  expect(goesThrough).toHaveBeenCalledTimes(1);
  expect(store.text("t3")).toBe("text 3");
  await store.close();
});

function openDescriptors(): number | null {
  return existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd").length : null;
}
