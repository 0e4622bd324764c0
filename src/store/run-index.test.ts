import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary.ts";
import { openRunIndex, openRunIndexWriter } from "./run-index.ts";

const ID = "a".repeat(64);
const OTHER = "b".repeat(64);

test("a run is found in all its places, the latest first", () => {
  const outputs = temporaryFolder();
  const writer = openRunIndexWriter(outputs);
  writer.add(ID, "runs/s/p/m/c/run_1.json");
  writer.add(OTHER, "runs/s/p/m/d/run_1.json");
  writer.add(ID, "superseded/aa/run_1.json");
  writer.add(ID, "runs/s/p/m/c/run_1.json");
  writer.close();
  expect(openRunIndex(outputs).recordsOf(ID)).toEqual(["runs/s/p/m/c/run_1.json", "superseded/aa/run_1.json"]);
});

test("without an index nothing is known, and asking creates none", () => {
  const outputs = temporaryFolder();
  expect(openRunIndex(outputs).recordsOf(ID)).toEqual([]);
  expect(existsSync(join(outputs, "index"))).toBe(false);
});

test("a line that was cut short does not swallow the next one", () => {
  const outputs = temporaryFolder({ "index/runs.txt": `${ID.slice(0, 20)}` });
  const writer = openRunIndexWriter(outputs);
  writer.add(ID, "runs/s/p/m/c/run_1.json");
  writer.close();
  expect(openRunIndex(outputs).recordsOf(ID)).toEqual(["runs/s/p/m/c/run_1.json"]);
});

test.each([
  ["a path out of the store", `${ID} runs/../../secrets/x.json`],
  ["an absolute path", `${ID} /etc/x.json`],
  ["another folder", `${ID} calls/aa/x.json`],
  ["no identity", "runs/s/p/m/c/run_1.json"],
  ["bytes that are no text", "\u0000\ufffd\n\n  \n"],
])("%s in the file is passed over", (_, line) => {
  const outputs = temporaryFolder({ "index/runs.txt": `${line}\n` });
  expect(openRunIndex(outputs).recordsOf(ID)).toEqual([]);
});

test("a writer that adds nothing writes nothing", () => {
  const outputs = temporaryFolder();
  openRunIndexWriter(outputs).close();
  expect(readdirSync(outputs)).toEqual([]);
});

test("two writers do not disturb each other", () => {
  const outputs = temporaryFolder();
  const writers = [openRunIndexWriter(outputs), openRunIndexWriter(outputs)];
  for (let at = 0; at < 100; at++) writers[at % 2]!.add(at.toString(16).padStart(64, "0"), `runs/${at}.json`);
  for (const writer of writers) writer.close();
  const index = openRunIndex(outputs);
  expect(index.recordsOf("63".padStart(64, "0"))).toEqual(["runs/99.json"]);
  expect(readFileSync(join(outputs, "index/runs.txt"), "utf8").match(/\.json\n/g)).toHaveLength(100);
});

test("a file that cannot be read counts as none", () => {
  const outputs = temporaryFolder();
  writeFileSync(join(outputs, "index"), "a file where a folder belongs");
  expect(openRunIndex(outputs).recordsOf(ID)).toEqual([]);
});
