import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../../test/support/temporary.ts";
import { openReadingTree } from "./reading-tree.ts";

const PLACE = { suite_id: "s", run_profile: "p-1", model_id: "m", case_id: "c", repetition: 2 };
const RUN = "runs/s/p-1/m/c/run_2.json";
const LINK = "runs/s/p-1/m/c/run_2.artifacts";
const EVALUATION = "evaluations/s/p-1/e-1/m/c";
const TEXTS = { summary: "summary", promptDebug: "debug", judge: "judge", promptUser: "user", finalResult: "final" };

test("a run's files lie where the seeds say, with a link to what it left", async () => {
  const outputs = storeWithFiles();
  const tree = openReadingTree(outputs);
  expect(tree.hasRun(PLACE)).toBe(false);
  await tree.writeRun(PLACE, "a record", "artifacts/ab/one");
  expect(tree.hasRun(PLACE)).toBe(true);
  expect(readFileSync(join(outputs, RUN), "utf8")).toBe("a record");
  expect(readFileSync(join(outputs, LINK, "answer.txt"), "utf8")).toBe("of one");
});

test("links still lead to the files when the store has moved", async () => {
  const outputs = storeWithFiles();
  await openReadingTree(outputs).writeRun(PLACE, "a record", "artifacts/ab/one");
  const moved = join(temporaryFolder(), "elsewhere");
  renameSync(outputs, moved);
  mkdirSync(outputs);
  expect(readlinkSync(join(moved, LINK))).toBe("../../../../../artifacts/ab/one");
  expect(readFileSync(join(moved, LINK, "answer.txt"), "utf8")).toBe("of one");
});

test("a later run's files take the place of the earlier ones' in one step, or leave none", async () => {
  const outputs = storeWithFiles();
  const tree = openReadingTree(outputs);
  await tree.writeRun(PLACE, "first", "artifacts/ab/one");
  const { ino } = statSync(join(outputs, RUN));
  await tree.writeRun(PLACE, "second", "artifacts/ab/two");
  // A new file replaces it, so a reader with the old one open keeps all of it.
  expect(statSync(join(outputs, RUN)).ino).not.toBe(ino);
  expect(readFileSync(join(outputs, LINK, "answer.txt"), "utf8")).toBe("of two");
  await tree.writeRun(PLACE, "third", null);
  expect(readdirSync(join(outputs, "runs/s/p-1/m/c"))).toEqual(["run_2.json"]);
  expect(existsSync(join(outputs, "artifacts/ab/two/answer.txt"))).toBe(true);
});

test("of runs that follow each other at once, the last one's files are there", async () => {
  const outputs = storeWithFiles();
  const tree = openReadingTree(outputs);
  const nothing = () => tree.writeRun(PLACE, "left nothing", null);
  const something = () => tree.writeRun(PLACE, "left files", "artifacts/ab/one");
  await Promise.all([nothing(), something(), nothing(), something()]);
  expect(readFileSync(join(outputs, LINK, "answer.txt"), "utf8")).toBe("of one");
  await Promise.all([something(), nothing()]);
  expect(readdirSync(join(outputs, "runs/s/p-1/m/c"))).toEqual(["run_2.json"]);
});

test("a real folder where the link belongs makes room for it", async () => {
  const outputs = storeWithFiles();
  writeFiles(outputs, { [`${LINK}/old.txt`]: "" });
  await openReadingTree(outputs).writeRun(PLACE, "a record", "artifacts/ab/one");
  expect(lstatSync(join(outputs, LINK)).isSymbolicLink()).toBe(true);
});

test("a link to files that are gone is put right", async () => {
  const outputs = storeWithFiles();
  const tree = openReadingTree(outputs);
  await tree.writeRun(PLACE, "a record", "artifacts/ab/gone");
  expect(existsSync(join(outputs, LINK))).toBe(false);
  await tree.writeRun(PLACE, "a record", "artifacts/ab/one");
  expect(readFileSync(join(outputs, LINK, "answer.txt"), "utf8")).toBe("of one");
});

test("an evaluation's files lie where the seeds say, and go together", async () => {
  const outputs = temporaryFolder();
  const tree = openReadingTree(outputs);
  tree.removeEvaluation(PLACE, "e-1");
  expect(tree.hasEvaluation(PLACE, "e-1")).toBe(false);
  await tree.writeEvaluation(PLACE, "e-1", TEXTS);
  await tree.writeEvaluation({ ...PLACE, repetition: 3 }, "e-1", TEXTS);
  expect(tree.hasEvaluation(PLACE, "e-1")).toBe(true);
  const files = () => readdirSync(join(outputs, EVALUATION), { recursive: true, encoding: "utf8" }).sort();
  const of = (n: number) => [
    `evaluation_result_summary_${n}.md`,
    `judge_${n}.prompt.debug.md`,
    `raw_outputs/final_result_${n}.json`,
    `raw_outputs/judge_${n}.json`,
    `raw_outputs/judge_${n}.prompt.user.json`,
  ];
  expect(files()).toEqual([...of(2), ...of(3), "raw_outputs"].sort());
  tree.removeEvaluation(PLACE, "e-1");
  expect(files()).toEqual([...of(3), "raw_outputs"].sort());
  tree.writeManifest(PLACE, "e-1", "{}");
  expect(readFileSync(join(outputs, "evaluations/s/p-1/e-1/manifest.json"), "utf8")).toBe("{}");
});

test("a summary appears only when everything it leads to is there", async () => {
  const outputs = temporaryFolder();
  const tree = openReadingTree(outputs);
  // A folder blocks the last file before the summary.
  mkdirSync(join(outputs, EVALUATION, "raw_outputs/final_result_2.json/x"), { recursive: true });
  await expect(tree.writeEvaluation(PLACE, "e-1", TEXTS)).rejects.toThrow();
  expect(tree.hasEvaluation(PLACE, "e-1")).toBe(false);
  expect(readdirSync(join(outputs, EVALUATION)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

function storeWithFiles(): string {
  const outputs = join(temporaryFolder(), "outputs");
  for (const name of ["one", "two"]) {
    mkdirSync(join(outputs, "artifacts/ab", name), { recursive: true });
    writeFileSync(join(outputs, "artifacts/ab", name, "answer.txt"), `of ${name}`);
  }
  return outputs;
}
