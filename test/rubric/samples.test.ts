import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { exampleRun } from "../support/example-run.ts";
import { storeAdoption, storeRuns } from "../support/stored.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { judgements, RUBRIC, sampleLine } from "./support.ts";

const OFFLINE = ["--rubric", "rubric.json", "--model", "offline/judge", "--name", "samples"];

async function judge(files: Record<string, string | Uint8Array>, words: string[]) {
  const folder = temporaryFolder({ "rubric.json": RUBRIC, ...files });
  return { folder, ...(await assay(["rubric", "judge", ...OFFLINE, ...words], { cwd: folder })) };
}

function rejects(folder: string): { place: number; reason: string; raw: string }[] {
  const text = readFileSync(join(folder, "outputs/rubric/samples/rejects.jsonl"), "utf8");
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

describe("samples are read", () => {
  test("from JSONL, and a malformed line is kept with its number while the rest is judged", async () => {
    const lines = [sampleLine(), '{"meta":', sampleLine().replace("question_id", "questionId"), sampleLine()];
    const { folder, code, stderr } = await judge({ "s.jsonl": lines.join("\n") }, ["--samples", "s.jsonl"]);
    expect(code).toBe(1);
    expect(stderr).toContain("refused: entry 2: not JSON");
    expect(stderr).toContain("2 entries of s.jsonl were refused");
    expect(rejects(folder).map(({ place, reason }) => [place, reason.split(":")[0]])).toEqual([
      [2, "not JSON"],
      [3, "meta"],
    ]);
    expect(
      judgements(folder)
        .map(({ place }) => place)
        .sort(),
    ).toEqual([1, 4]);
  });

  test("from JSONL, and one that is nested without end is refused with its line", async () => {
    const rubric = `${"[".repeat(3_000)}${"]".repeat(3_000)}`;
    const nested = sampleLine().replace(/}$/, `,"rubric":${rubric}}`);
    const { folder, code, stderr } = await judge({ "s.jsonl": `${sampleLine()}\n${nested}` }, ["--samples", "s.jsonl"]);
    expect(code).toBe(1);
    expect(stderr).toContain("refused: entry 2: nested more than 500 levels deep");
    expect(judgements(folder).map(({ place }) => place)).toEqual([1]);
  });

  test("from a JSON array, and one that is nested without end ends the reading with its place", async () => {
    const nested = sampleLine().replace(/}$/, `,"rubric":${"[".repeat(100_000)}${"]".repeat(100_000)}}`);
    const { stderr, folder } = await judge({ "s.json": `[${sampleLine()},${nested}]` }, ["--samples", "s.json"]);
    expect(stderr).toContain("refused: entry 2: element 2 is nested more than 500 levels deep");
    expect(judgements(folder).map(({ place }) => place)).toEqual([1]);
  });

  test("from a JSON array", async () => {
    const { folder, code } = await judge({ "s.json": `[${sampleLine()},\n${sampleLine()}]` }, ["--samples", "s.json"]);
    expect(code).toBe(0);
    expect(judgements(folder)).toHaveLength(2);
  });

  test("from a single JSON object that carries its own rubric, as the protocol shows it", async () => {
    const sample = { ...JSON.parse(sampleLine()), rubric: JSON.parse(RUBRIC) };
    const folder = temporaryFolder({ "s.json": JSON.stringify(sample, null, 2) });
    const words = ["rubric", "judge", "--samples", "s.json", "--model", "offline/judge"];
    expect(await assay(words, { cwd: folder })).toMatchObject({ code: 0 });
  });

  test("from CSV with the columns' own names", async () => {
    const csv =
      'run_id,model,prompt_variant,eval_set_variant,question_id,question,model_output\nr,m,p,e,q,Why?,"a, ""b""\nc"\n';
    const { folder, code } = await judge({ "s.csv": csv }, ["--samples", "s.csv"]);
    expect(code).toBe(0);
    expect(judgements(folder)[0].scores.clear.evidence[0].quote).toBe('a, "b"');
  });

  test("from CSV through a mapping, with constants and labels of one's own", async () => {
    const mapping =
      "schema_version: 1\nmeta: { run_id: id, model: by, prompt_variant: wording, eval_set_variant: { constant: core }, question_id: item, topic: topic }\nquestion: asked\nmodel_output: said\n";
    const csv = "id,by,wording,item,topic,asked,said,unused\nr,m,p,q,tea,Why?,Because.,x\n";
    const words = ["--samples", "s.csv", "--mapping", "map.yaml", "--group-by", "topic"];
    const { folder, code } = await judge({ "s.csv": csv, "map.yaml": mapping }, words);
    expect(code).toBe(0);
    expect(judgements(folder)[0].meta).toEqual({
      run_id: "r",
      model: "m",
      prompt_variant: "p",
      eval_set_variant: "core",
      question_id: "q",
      topic: "tea",
    });
    const grouped = readFileSync(join(folder, "outputs/rubric/samples/scores_grouped_by_topic.csv"), "utf8");
    expect(grouped).toMatch(/^topic,n,clear,total\ntea,1,/);
  });

  test("from CSV with the rubric in a cell, as JSON", async () => {
    const mapping =
      "schema_version: 1\nmeta: { run_id: r, model: r, prompt_variant: r, eval_set_variant: r, question_id: r }\nquestion: q\nmodel_output: a\nrubric: rubric\n";
    const csv = `r,q,a,rubric\n1,Why?,Because.,"${RUBRIC.replaceAll('"clear"', '"own"').replaceAll('"', '""')}"\n2,Why?,So.,{\n`;
    const words = ["--samples", "s.csv", "--mapping", "map.yaml"];
    const { folder } = await judge({ "s.csv": csv, "map.yaml": mapping }, words);
    expect(judgements(folder).map(({ scores }) => Object.keys(scores))).toEqual([["own"]]);
    expect(rejects(folder)).toMatchObject([
      { place: 3, reason: expect.stringContaining("expected the rubric as JSON") },
    ]);
  });

  test("from stdin", async () => {
    const folder = temporaryFolder({ "rubric.json": RUBRIC });
    const words = ["rubric", "judge", ...OFFLINE, "--samples", "-"];
    expect(await assay(words, { cwd: folder, stdin: `${sampleLine()}\n` })).toMatchObject({ code: 0 });
  });
});

describe("an entry is refused, with the reason, when", () => {
  const refusals: [string, string, string][] = [
    ["it is no object", "[1]", "expected an object with meta, question and model_output, found a list"],
    ["it has a field that means nothing", sampleLine().replace("}", '},"answer":1'), 'unknown field "answer"'],
    [
      "the output is no text",
      sampleLine().replace(/"model_output":.*/, '"model_output":3}'),
      "model_output: expected a text, found a number",
    ],
    ["the question is empty", sampleLine().replace("Why?", " "), "question: must not be empty"],
    ["a label is a list", sampleLine().replace('"q1"', '["q1"]'), "meta.question_id: expected a text or number"],
    [
      "a label is a number that would lose digits",
      sampleLine().replace('"q1"', "12345678901234567890"),
      "meta.question_id: a number this long loses digits",
    ],
    ["its rubric is broken", sampleLine().replace(/}$/, ',"rubric":{"dimensions":[]}}'), "rubric: dimensions"],
  ];
  test.each(refusals)("%s", async (_, line, reason) => {
    const { folder, code } = await judge({ "s.jsonl": `${line}\n${sampleLine()}` }, ["--samples", "s.jsonl"]);
    expect(code).toBe(1);
    expect(rejects(folder)).toEqual([{ place: 1, reason: expect.stringContaining(reason), raw: line }]);
  });

  test("it stands there twice", async () => {
    const line = sampleLine();
    const { folder } = await judge({ "s.jsonl": [line, sampleLine(), line].join("\n") }, ["--samples", "s.jsonl"]);
    expect(rejects(folder)).toEqual([
      { place: 3, reason: "the same as sample 1; it would be counted twice", raw: line },
    ]);
  });

  test("it is not UTF-8", async () => {
    const bytes = Buffer.concat([Buffer.from(`${sampleLine()}\n`), Buffer.from([0x7b, 0xff, 0x0a])]);
    const { folder } = await judge({ "s.jsonl": bytes }, ["--samples", "s.jsonl"]);
    expect(rejects(folder)).toMatchObject([{ place: 2, reason: "not valid UTF-8" }]);
  });

  test("a JSON array breaks off behind it: what stood before is judged", async () => {
    const { folder, code } = await judge({ "s.json": `[${sampleLine()},{"meta":` }, ["--samples", "s.json"]);
    expect(code).toBe(1);
    expect(rejects(folder)[0]!.reason).toContain("nothing after this place was read");
    expect(judgements(folder)).toHaveLength(1);
  });
});

describe("a file is refused as a whole, with nothing asked, when", () => {
  test.each([
    ["it is empty", "s.jsonl", "", "has no sample that can be judged"],
    ["it is no JSON", "s.json", "hello", "not valid JSON"],
    ["it is JSONL under the name of JSON", "s.json", `${sampleLine()}\n${sampleLine()}`, "--format jsonl"],
    ["a CSV lacks columns", "s.csv", "question,model_output\na,b\n", "no column run_id, model"],
    [
      "a CSV has columns that mean nothing",
      "s.csv",
      "run_id,model,prompt_variant,eval_set_variant,question_id,question,model_output,extra\n",
      "unknown column extra",
    ],
    ["its name does not say what it is", "s.txt", "x", "Say so with --format"],
  ])("%s", async (_, name, content, message) => {
    const { code, stderr } = await judge({ [name]: content }, ["--samples", name]);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});

describe("samples from the runs of a campaign", () => {
  const runOf = (run_id: string, changes: Parameters<typeof exampleRun>[0] = {}) => {
    const run = exampleRun(changes);
    return { ...run, identity: { ...run.identity, run_id } };
  };
  const collect = async (folder: string, from: string) => {
    const { code, stdout, stderr } = await assay(["rubric", "samples", "--from", from], { cwd: folder });
    const outputs = stdout
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line).model_output);
    return { code, stderr, outputs };
  };

  test("hold what the user asked and what the model answered, without system messages", async () => {
    const run = exampleRun({ final_output: "42" });
    run.request.messages.unshift({ role: "system", content: "You are variant B." });
    const folder = temporaryFolder();
    await storeRuns(folder, {
      "demo/standard-1/alpha_one/sum/1": run,
      "demo/standard-1/alpha_one/sum/2": runOf("e".repeat(64), { final_output: null, status: "provider_error" }),
    });
    const { code, stdout, stderr } = await assay(["rubric", "samples", "--from", "outputs/runs"], { cwd: folder });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      meta: {
        run_id: run.identity.run_id,
        model: "acme/alpha-1",
        prompt_variant: "standard",
        eval_set_variant: "demo",
        question_id: "sum",
      },
      question: "Add 40 and 2.",
      model_output: "42",
    });
    expect(stderr).toContain("demo/standard-1/alpha_one/sum/2: it has no final output (status provider_error)");
    expect(stderr).toContain("1 sample, 1 run left out");
  });

  test("are those at or below the place that is named, in the order of their places", async () => {
    const folder = temporaryFolder();
    await storeRuns(folder, {
      "demo/standard-1/alpha_one/sum/10": runOf("a".repeat(64), { final_output: "tenth" }),
      "demo/standard-1/alpha_one/sum/2": runOf("b".repeat(64), { final_output: "second" }),
      "demo/standard-12/alpha_one/sum/1": runOf("c".repeat(64), { final_output: "other profile" }),
      "another/standard-1/alpha_one/sum/1": runOf("d".repeat(64), { final_output: "other suite" }),
    });
    const all = ["other suite", "second", "tenth", "other profile"];
    expect(await collect(folder, "outputs")).toMatchObject({ code: 0, outputs: all });
    expect(await collect(folder, "outputs/runs/")).toMatchObject({ code: 0, outputs: all });
    expect((await collect(folder, "outputs/runs/demo/standard-1")).outputs).toEqual(["second", "tenth"]);
    expect((await collect(folder, "outputs/runs/demo/standard-1/alpha_one/sum/run_2.json")).outputs).toEqual([
      "second",
    ]);
  });

  test("carry the labels of the trial, also where its run was executed under another name", async () => {
    const run = exampleRun();
    const folder = temporaryFolder();
    await storeRuns(folder, { "demo/standard-1/alpha_one/sum/1": run });
    const identity = { ...run.identity, suite_id: "nightly", case_id: "addition" };
    await storeAdoption(folder, "nightly/standard-1/alpha_one/addition/1", identity);
    const { stdout } = await assay(["rubric", "samples", "--from", "outputs/runs/nightly"], { cwd: folder });
    expect(JSON.parse(stdout)).toMatchObject({
      meta: { run_id: run.identity.run_id, eval_set_variant: "nightly", question_id: "addition" },
      model_output: run.final_output,
    });
  });

  test.each([
    ["elsewhere", "there is no store at this place or above it"],
    ["outputs/runs/demmo", "the store has no runs by this name"],
    ["outputs/rubric", "runs are below outputs/runs"],
  ])("from %s are refused, with the reason", async (from, message) => {
    const folder = temporaryFolder();
    await storeRuns(folder, { "demo/standard-1/alpha_one/sum/1": exampleRun() });
    expect(await collect(folder, from)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });

  test("can be judged as they are", async () => {
    const folder = temporaryFolder({ "rubric.json": RUBRIC });
    await storeRuns(folder, { "demo/standard-1/alpha_one/sum/1": exampleRun() });
    await assay(["rubric", "samples", "--from", "outputs/runs", "--out", "s.jsonl"], { cwd: folder });
    const words = ["rubric", "judge", ...OFFLINE, "--samples", "s.jsonl"];
    expect(await assay(words, { cwd: folder })).toMatchObject({ code: 0 });
  });
});
