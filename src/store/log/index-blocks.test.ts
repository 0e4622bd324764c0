import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { flipped, randomNumbers } from "../../../test/support/mutate.ts";
import {
  buryWriter,
  changeFile,
  indexPath,
  readLogNaively,
  readLogWholly,
  segmentPath,
  storeWith,
} from "../../../test/support/store-records.ts";
import { listTrials } from "../list.ts";
import { openStore } from "../store.ts";

describe("an index only saves time", () => {
  const CASES: [string, (outputs: string, other: string) => void][] = [
    ["missing", (outputs) => rmSync(indexPath(outputs))],
    ["empty", (outputs) => writeFileSync(indexPath(outputs), "")],
    ["behind", (outputs) => changeFile(indexPath(outputs), (bytes) => bytes.subarray(0, bytes.indexOf("\n") + 1))],
    ["cut in a block", (outputs) => changeFile(indexPath(outputs), (bytes) => bytes.subarray(0, bytes.length / 3))],
    ["without its first block", (outputs) => changeFile(indexPath(outputs), afterFirstLine)],
    ["without a block in the middle", (outputs) => changeFile(indexPath(outputs), withoutSecondLine)],
    ["of another log", (outputs, other) => copyFileSync(indexPath(other), indexPath(outputs))],
    ["a folder", (outputs) => [rmSync, mkdirSync].forEach((act) => void act(indexPath(outputs)))],
    ["not text", (outputs) => writeFileSync(indexPath(outputs), Buffer.alloc(5000, 0xff))],
  ];

  test.each(CASES)("one that is %s changes nothing", async (_, spoil) => {
    const [outputs, other] = [await storeWith(1000), await storeWith(1000, "other ")];
    spoil(outputs, other);
    const store = openStore(outputs);
    expect(readLogWholly(store)).toEqual(readLogNaively(outputs));
    expect(store.damaged()).toEqual([]);
    expect(readLogWholly(openStore(outputs))).toEqual(readLogNaively(outputs));
    await store.close();
  });

  test.each([
    ["shorter", 900],
    ["longer", 1200],
  ])("one that was left behind by a log that a %s one replaced is not believed", async (_, records) => {
    const [outputs, other] = [await storeWith(1000), await storeWith(records, "other ")];
    copyFileSync(segmentPath(other), segmentPath(outputs));
    expect(readLogWholly(openStore(outputs))).toEqual(readLogNaively(outputs));
  });

  test("what is damaged is named every time, however large the log", async () => {
    const outputs = await storeWith(3000);
    const path = buryWriter(outputs);
    changeFile(path, (bytes) => Buffer.from(bytes.toString().replace("An answer. 1000", "No answer. 1000")));
    for (let time = 0; time < 2; time += 1) expect(openStore(outputs).damaged()).toMatchObject([{ key: "r1000" }]);
  });

  test("flipped bytes anywhere in it change nothing", async () => {
    const outputs = await storeWith(900);
    const index = readFileSync(indexPath(outputs));
    const expected = readLogNaively(outputs);
    const random = randomNumbers(11);
    for (let time = 0; time < 40; time += 1) {
      writeFileSync(indexPath(outputs), flipped(index, random(index.length), 1 + random(255)));
      const store = openStore(outputs);
      expect([...store.keys("run")].length + [...store.keys("text")].length).toBe(expected.size);
      expect(store.read("run", "r899")?.value).toEqual(expected.get("run r899"));
      await store.close();
    }
  });

  test("a cut log names what its index still knows", async () => {
    const outputs = await storeWith(20);
    changeFile(segmentPath(outputs), (bytes) => bytes.subarray(0, bytes.lastIndexOf('{"kind":"run"')));
    const damaged = openStore(outputs).damaged();
    expect(damaged).toMatchObject([{ kind: "run", key: "r19", problem: "it is no longer in the log" }]);
  });

  test("one that a large log lacks is written for the next reader", async () => {
    const outputs = await storeWith(3000);
    buryWriter(outputs);
    expect(existsSync(indexPath(outputs))).toBe(false);
    openStore(outputs);
    expect(existsSync(indexPath(outputs))).toBe(true);
    // The index is trusted: bodies are gone, but heads are listed.
    changeFile(segmentPath(outputs), (bytes) => Buffer.from(bytes.toString().replaceAll("An answer.", "No answer.")));
    const trials = listTrials(openStore(outputs), { suite_id: "s", run_profile: "p-1" });
    expect(trials).toHaveLength(1500);
    expect(trials.every(({ run }) => run?.status === "success")).toBe(true);
  });
});

function afterFirstLine(bytes: Buffer): Buffer {
  return bytes.subarray(bytes.indexOf("\n") + 1);
}

function withoutSecondLine(bytes: Buffer): Buffer {
  const first = bytes.indexOf("\n") + 1;
  return Buffer.concat([bytes.subarray(0, first), afterFirstLine(bytes.subarray(first))]);
}
