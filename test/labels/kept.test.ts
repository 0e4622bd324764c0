import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readLabels } from "../../src/labels/index.ts";
import { openStore } from "../../src/store/index.ts";
import { assay } from "../support/assay.ts";
import { expectOk, judgedWorkspace, label, linesIn } from "./support.ts";

const ANN = ["--annotator", "ann", "--no-plan"];

/** Lines that the log of a store has. */
async function kept(root: string): Promise<number> {
  const store = openStore(join(root, "outputs"));
  try {
    return [...store.keys("label")].length;
  } finally {
    await store.close();
  }
}

function removeFirstLine(root: string): void {
  const file = join(root, "labels/ann.jsonl");
  writeFileSync(file, readFileSync(file, "utf8").split("\n").slice(1).join("\n"));
}

describe("labels in the store", () => {
  test("every line that was given is kept there as well, once", async () => {
    const root = await judgedWorkspace({ cases: 2 });
    expectOk(await label(root, ANN, "p\nf\nz\n"));
    expect(linesIn(root)).toHaveLength(3);
    expect(await kept(root)).toBe(3);
    expectOk(await label(root, ANN, "x\n"));
    expect(await kept(root)).toBe(3);
    expect(expectOk(await label(root, ["status"]))).not.toContain("in no file");
  });

  test("a line that is removed in review does not come back by itself", async () => {
    const root = await judgedWorkspace({ cases: 2 });
    expectOk(await label(root, ANN, "p\nf\n"));
    removeFirstLine(root);
    expectOk(await label(root, ["--annotator", "ben", "--no-plan"], "p\n"));
    expect((await assay(["calibrate"], { cwd: root })).stdout).toContain("2 labels for measuring");
    expect((await readLabels(root)).labels).toHaveLength(2);
    expect(expectOk(await label(root, ["status"]))).toContain(
      "1 line in the store but in no file: removed, or from a merged store. They are ignored; `assay label restore` writes them back.",
    );
  });

  test("it comes back when somebody asks for it, and for nobody else's", async () => {
    const root = await judgedWorkspace({ cases: 2 });
    expectOk(await label(root, ANN, "p\nf\n"));
    const before = linesIn(root);
    removeFirstLine(root);
    expect(expectOk(await label(root, ["restore", "--annotator", "ben"]))).toContain("Nothing to restore");
    expect(expectOk(await label(root, ["restore"]))).toBe("labels/ann.jsonl: 1 line written back.\n");
    expect((await readLabels(root)).labels).toHaveLength(2);
    expect(linesIn(root)).toEqual(expect.arrayContaining(before));
  });

  test("restored lines do not undo what was said later", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    expectOk(await label(root, ANN, "p\nz\n"));
    removeFirstLine(root);
    expectOk(await label(root, ["restore"]));
    expect(linesIn(root)).toHaveLength(2);
    expect((await readLabels(root)).labels).toEqual([]);
  });

  test("merging stores brings labels of others along, which count when they are restored", async () => {
    const [here, there] = [await judgedWorkspace({ cases: 2 }), await judgedWorkspace({ cases: 2 })];
    expectOk(await label(there, ["--annotator", "ben", "--no-plan"], "p\nf\n"));
    const merged = await assay(["store", "merge", join(there, "outputs")], { cwd: here });
    expect(merged.code).toBe(0);
    expect((await readLabels(here)).labels).toEqual([]);
    expect(expectOk(await label(here, ["status"]))).toContain("2 lines in the store but in no file");
    expect(expectOk(await label(here, ["restore"]))).toBe("labels/ben.jsonl: 2 lines written back.\n");
    const { labels } = await readLabels(here);
    expect(labels.map(({ annotator }) => annotator)).toEqual(["ben", "ben"]);
  });

  test("what came by git is taken in when somebody calibrates", async () => {
    const root = await judgedWorkspace({ cases: 2 });
    expectOk(await label(root, ANN, "p\n"));
    const [line] = linesIn(root);
    const own = { ...line!, annotator: "cid" };
    writeFileSync(join(root, "labels/cid.jsonl"), `${JSON.stringify(own)}\n`);
    expect(await kept(root)).toBe(1);
    expect((await assay(["calibrate"], { cwd: root })).code).toBe(0);
    expect(await kept(root)).toBe(2);
  });

  test("reports write nothing", async () => {
    const root = await judgedWorkspace({ cases: 2 });
    expectOk(await label(root, ANN, "p\n"));
    const [line] = linesIn(root);
    writeFileSync(join(root, "labels/cid.jsonl"), `${JSON.stringify({ ...line!, annotator: "cid" })}\n`);
    await assay(["report", ...["--suite", "sums", "--run-profile", "plain", "--evaluation-profile", "pair"]], {
      cwd: root,
    });
    expect(await kept(root)).toBe(1);
  });
});
