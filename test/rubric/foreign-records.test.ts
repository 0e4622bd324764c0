import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { csvRecords } from "../../src/text/index.ts";
import { assay } from "../support/assay.ts";
import { collect } from "../support/collect.ts";
import { projectRoot } from "../support/project-root.ts";
import { temporaryFolder } from "../support/temporary.ts";

const study = join(projectRoot, "test", "fixtures", "prompt-drift-study");

/** All cells as written, header first and rows in a fixed order, since the study gives theirs no meaning. */
async function rowsOf(path: string): Promise<string[]> {
  async function* text() {
    yield readFileSync(path, "utf8");
  }
  const [header, ...rows] = (await collect(csvRecords(text()))).map(({ cells }) => cells.join("\u0000"));
  return [header!, ...rows.sort()];
}

describe.each([
  ["v1_paraphrase_judge", 32],
  ["v2_schema_strict_judge", 16],
])("the published tables of a prompt-drift study, %s", (version, records) => {
  test("are reproduced cell by cell from its records, through a mapping", async () => {
    const out = temporaryFolder();
    const from = join(study, version, "records");
    const words = ["rubric", "summarize", "--from", from, "--mapping", join(study, "mapping.yaml"), "--out", out];
    const result = await assay(words);
    expect(result).toMatchObject({ code: 0, stderr: "" });
    for (const table of ["scores_long.csv", "scores_grouped.csv"]) {
      const published = await rowsOf(join(study, version, table));
      expect(published).toHaveLength(records + 1);
      expect(await rowsOf(join(out, table))).toEqual(published);
    }
    expect(result.stdout).toContain(`${records} valid judgements`);
  });
});

test("the study's variants are compared on the same questions", async () => {
  const out = temporaryFolder();
  const from = join(study, "v1_paraphrase_judge", "records");
  const words = ["rubric", "summarize", "--from", from, "--mapping", join(study, "mapping.yaml"), "--out", out];
  await assay(words);
  const { differences } = JSON.parse(readFileSync(join(out, "summary.json"), "utf8"));
  const baselineToLong = differences.find(
    (row: Record<string, unknown>) =>
      row.model === "gemini" &&
      row.eval_set_variant === "explicit" &&
      row.dimension === "total" &&
      row.first === "baseline" &&
      row.second === "long",
  );
  // By hand from scores_long.csv: both questions fall from 9 to 8.
  expect(baselineToLong.difference).toMatchObject({ difference: -1, cases: 2, unpaired: 0, worse: 2 });
});

test("a record without a mapped field is listed as invalid, with its file, and the rest is summarized", async () => {
  const mapping = "schema_version: 1\ncolumns: { id: id, from: $file }\ngroup_by: [id]\n";
  const folder = temporaryFolder({
    "mapping.yaml": mapping,
    "records/a.json": '{"id":"a","scores":{"x":1}}',
    "records/b.json": '{"ID":"b","scores":{"x":2}}',
    "records/c.json": '{"id":"c","scores":{"x":"3"}}',
    "records/d.json": '{"id":"d","sc',
  });
  const words = ["rubric", "summarize", "--from", "records", "--mapping", "mapping.yaml", "--out", "tables"];
  const { code } = await assay(words, { cwd: folder });
  expect(code).toBe(1);
  expect(await rowsOf(join(folder, "tables", "scores_long.csv"))).toEqual(
    ["id,from,x,total", "a,a.json,1,1"].map((row) => row.replaceAll(",", "\u0000")),
  );
  const invalid = readFileSync(join(folder, "tables", "invalid.csv"), "utf8");
  expect(invalid).toContain("b.json: no field id");
  expect(invalid).toContain("c.json: scores.x: expected a number, found a text");
  expect(invalid).toContain("d.json: not JSON");
});

test("records in one JSONL file with scores as objects are read without naming the dimensions", async () => {
  const folder = temporaryFolder({
    "mapping.yaml": "schema_version: 1\ncolumns: { q: meta.question }\ngroup_by: [q]\nscores: verdict\n",
    "records.jsonl":
      '{"meta":{"question":"one"},"verdict":{"clear":{"score":1}}}\n{"meta":{"question":"one"},"verdict":{"clear":{"score":2}}}\n',
  });
  const words = ["rubric", "summarize", "--from", "records.jsonl", "--mapping", "mapping.yaml", "--out", "tables"];
  expect(await assay(words, { cwd: folder })).toMatchObject({ code: 0 });
  expect(readFileSync(join(folder, "tables", "scores_grouped.csv"), "utf8")).toBe("q,n,clear,total\none,2,1.5,1.5\n");
});

test("dimensions may be called like what every object of a program has", async () => {
  const folder = temporaryFolder({
    "mapping.yaml":
      "schema_version: 1\ncolumns: { q: q }\ngroup_by: [q]\nscores: verdict\ndimensions: [constructor, __proto__]\n",
    "records.jsonl": '{"q":"one","verdict":{"constructor":1,"__proto__":2}}\n',
  });
  const words = ["rubric", "summarize", "--from", "records.jsonl", "--mapping", "mapping.yaml", "--out", "tables"];
  expect(await assay(words, { cwd: folder })).toMatchObject({ code: 0 });
  const table = (name: string) => readFileSync(join(folder, "tables", name), "utf8");
  expect(table("scores_long.csv")).toBe("q,constructor,__proto__,total\none,1,2,3\n");
});

test("a judge that scored its own output is labelled, however its name is spelt", async () => {
  const folder = temporaryFolder({
    "mapping.yaml":
      "schema_version: 1\ncolumns: { m: model, j: judge }\ngroup_by: [m]\nroles: { model: m, judge: j }\n",
    "records.jsonl":
      '{"model":"GPT-5","judge":"openai/gpt-5","scores":{"x":1}}\n{"model":"other","judge":"openai/gpt-5","scores":{"x":1}}\n',
  });
  const words = ["rubric", "summarize", "--from", "records.jsonl", "--mapping", "mapping.yaml", "--out", "tables"];
  const { stdout } = await assay(words, { cwd: folder });
  expect(stdout).toContain("self-judging: 1 judgement by the model that wrote the output");
});

test("a mapping that groups by a column it does not have is refused with its place", async () => {
  const folder = temporaryFolder({
    "mapping.yaml": "schema_version: 1\ncolumns: { id: id }\ngroup_by: [model]\n",
    "records/a.json": "{}",
  });
  const words = ["rubric", "summarize", "--from", "records", "--mapping", "mapping.yaml", "--out", "tables"];
  const { code, stderr } = await assay(words, { cwd: folder });
  expect(code).toBe(2);
  expect(stderr).toContain("mapping.yaml:3:12");
  expect(stderr).toContain('"model" is not one of the columns: id');
});

test.each([
  ["a folder that is no judging", ["--from", "."], "holds no manifest.json"],
  ["a place that is not there", ["--from", "nowhere"], "there is no such place"],
  ["a mapping without a place for the tables", ["--from", ".", "--mapping", "m.yaml"], "--mapping needs --out"],
])("%s is a usage error", async (_, words, message) => {
  const folder = temporaryFolder({
    "m.yaml": "schema_version: 1\ncolumns: { id: id }\ngroup_by: [id]\ndimensions: [x]\n",
  });
  const { code, stderr } = await assay(["rubric", "summarize", ...words], { cwd: folder });
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
