import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { RUBRIC, sampleLine } from "../rubric/support.ts";
import { assay } from "../support/assay.ts";
import { writeFiles } from "../support/temporary.ts";
import { expectOk, judgedWorkspace, label, linesIn, packetsOf } from "./support.ts";

const importCsv = async (root: string, text: string, words: string[] = []) => {
  writeFileSync(join(root, "in.csv"), text);
  return await label(root, ["import", "in.csv", ...words]);
};

describe("assay label import", () => {
  test("resolves the names of trials to packets", async () => {
    const root = await judgedWorkspace({ cases: 2 });
    const table = 'trial,value,note\nquick_one/sum_1/1,pass,\ncareful_one/sum_2/1,fail,"said, so"\n';
    const stdout = expectOk(await importCsv(root, table, ["--annotator", "ann", "--question", "pass"]));
    expect(stdout).toBe("2 labels imported.\n");
    const byTrial = new Map((await packetsOf(root)).map(({ trial_id, packet_sha256 }) => [packet_sha256, trial_id]));
    expect(linesIn(root).map((line) => byTrial.get(line.packet_sha256)!.split("/").slice(3).join("/"))).toEqual([
      "quick_one/sum_1/1",
      "careful_one/sum_2/1",
    ]);
    expect(linesIn(root)).toMatchObject([{ value: true }, { value: false, note: "said, so" }]);
  });

  test("lists line by line what it can't use, takes in the rest, and ends with 1", async () => {
    const root = await judgedWorkspace({ cases: 2 });
    const rows = [
      "trial,question,annotator,value,quote,purpose,labelled_at",
      "quick_one/sum_1/1,pass,ann,true,,,",
      "quick_one/sum_9/1,pass,ann,true,,,",
      "sum_1/1,pass,ann,true,,,",
      "1,pass,ann,true,,,",
      "quick_one/sum_2/1,score,ann,12,,,",
      "quick_one/sum_2/1,score:colour,ann,1,,,",
      "quick_one/sum_2/1,rank,ann,1,,,",
      "quick_one/sum_2/1,pass,a/b,true,,,",
      "quick_one/sum_2/1,pass,,true,,,",
      "quick_one/sum_2/1,pass,ann,perhaps,,,",
      "quick_one/sum_2/1,pass,ann,,,,",
      "quick_one/sum_2/1,pass,ann,true,words nobody wrote,,",
      "quick_one/sum_2/1,pass,ann,true,,train,",
      "quick_one/sum_2/1,pass,ann,true,,,soon",
      "quick_one/sum_2/1,pass,ann",
      ",pass,ann,true,,,",
    ];
    const { code, stdout } = await importCsv(root, rows.join("\n"));
    expect(code).toBe(1);
    expect(stdout.split("\n")).toEqual([
      "1 label imported, 15 lines refused:",
      '  line 3: no judged trial is called "quick_one/sum_9/1"',
      expect.stringMatching(/^ {2}line 4: "sum_1\/1" may be any of 2: .*careful_one\/sum_1\/1, .*quick_one\/sum_1\/1$/),
      expect.stringMatching(/^ {2}line 5: "1" may be any of 4: .*, …$/),
      '  line 6: value "12": Expected a number from 0 to 10.',
      expect.stringContaining('line 7: the judges were not asked to score "colour"; they score overall, task'),
      expect.stringContaining('line 8: "rank" is not a question: expected pass, score:<dimension>'),
      `  line 9: "a/b" can't be an annotator's name`,
      "  line 10: no annotator is named; --annotator names one for all rows",
      '  line 11: value "perhaps": Expected p for pass or f for fail.',
      "  line 12: there is no value",
      "  line 13: the quote is not in what the judge was shown",
      '  line 14: purpose: expected measure or tune, found "train"',
      '  line 15: labelled_at: expected a moment such as 2026-11-16T09:30:00Z, found "soon"',
      "  line 16: expected 7 cells as in the first line, found 3",
      "  line 17: neither `trial` nor `packet_sha256` says what was labelled",
      "",
    ]);
    expect(linesIn(root)).toHaveLength(1);
  });

  test.each([
    ["trial,score\nx,1\n", '"score": not known; a label has trial, packet_sha256, question'],
    ["trial,value,value\nx,1,2\n", '"value" appears twice; which one is meant?'],
    ["", "the file is empty"],
  ])("refuses a table that begins with %j", async (text, says) => {
    const root = await judgedWorkspace({ cases: 1 });
    const { code, stdout } = await importCsv(root, text);
    expect(code).toBe(1);
    expect(stdout).toContain(says);
  });

  test("refuses a JSON line that gives two values, because only one of them could count", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    writeFileSync(join(root, "in.jsonl"), '{"trial": "quick_one/sum_1/1", "value": "pass", "value": "fail"}\n');
    const { code, stdout } = await label(root, ["import", "in.jsonl", "--annotator", "ann", "--question", "pass"]);
    expect([code, stdout]).toEqual([1, expect.stringContaining('line 1: "value" appears twice; which one is meant?')]);
  });

  test("reads preferences in either order", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    const line = (trial: string, other: string, value: string, annotator: string) =>
      JSON.stringify({ trial, other_trial: other, value, annotator, question: "preference" });
    const [one, two] = ["careful_one/sum_1/1", "quick_one/sum_1/1"] as const;
    writeFileSync(join(root, "in.jsonl"), `${line(one, two, "this", "ann")}\n${line(two, one, "other", "ben")}\n`);
    expectOk(await label(root, ["import", "in.jsonl"]));
    const [ann, ben] = linesIn(root) as { packet_sha256: string; value: string; question: object }[];
    expect({ ...ann, annotator: "" }).toEqual({ ...ben, annotator: "", labelled_at: expect.anything() });
    expect(["this", "other"]).toContain(ann!.value);
  });

  test("twice changes nothing more, and what the same person said later stays", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    const table = "trial,value,labelled_at\nquick_one/sum_1/1,pass,2020-01-01T00:00:00Z\n";
    const words = ["--annotator", "ann", "--question", "pass"];
    expectOk(await importCsv(root, table, words));
    expect(expectOk(await importCsv(root, table, words))).toBe("0 labels imported, 1 known already.\n");
    const { code, stdout } = await importCsv(root, table.replace("pass", "fail").replace("2020", "2019"), words);
    expect(code).toBe(1);
    expect(stdout).toContain("line 2: is older than what ann said later");
    expect(linesIn(root)).toHaveLength(1);
  });

  test("of one campaign has its labels alone, and those of another are not called stale", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    expectOk(await label(root, ["--annotator", "ann", "--question", "pass"], "p\np\n"));
    const other = [
      "rubric",
      "judge",
      "--samples",
      "samples.jsonl",
      "--rubric",
      "rubric.json",
      "--model",
      "offline/judge",
    ];
    writeFiles(root, { "samples.jsonl": sampleLine({ model_output: "It is so." }), "rubric.json": RUBRIC });
    expect((await assay([...other, "--name", "one", "--quiet"], { cwd: root })).code).toBe(0);
    const plan = ["--rubric", "one", "--budget", "1", "--question", "score:clear"];
    expectOk(await label(root, ["plan", ...plan]));
    expectOk(await label(root, ["--annotator", "ann", "--rubric", "one"], "2\n"));
    for (const [words, rows] of [
      [["--suite", "sums"], 2],
      [["--rubric", "one"], 1],
      [[], 3],
    ] as const) {
      expect(expectOk(await label(root, ["export", "--format", "jsonl", ...words])).split("\n")).toHaveLength(rows + 1);
      const status = expectOk(await label(root, ["status", ...words]));
      expect(status).toContain(`${rows} label`);
      expect(status).not.toContain("labels stale");
      expect(status.includes("Plan rubric-one")).toBe(words[0] !== "--suite");
    }
  });

  test("keeps the two purposes apart", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    const words = ["--annotator", "ann", "--question", "pass"];
    await importCsv(root, "trial,value\nquick_one/sum_1/1,pass\n", words);
    const other = "trial,value,annotator\nquick_one/sum_1/1,pass,ben\n";
    const { code, stdout } = await importCsv(root, other, [...words, "--purpose", "tune"]);
    expect(code).toBe(1);
    expect(stdout).toContain("line 2: is meant to tune, and the packet has a label for the other purpose");
  });

  test("with a plan keeps its probabilities", async () => {
    const root = await judgedWorkspace({ cases: 12 });
    await label(root, ["plan", "--budget", "24"]);
    const table = "trial,value\nquick_one/sum_1/1,pass\n";
    expectOk(await importCsv(root, table, ["--annotator", "ann", "--question", "pass", "--plan", "sums-pass"]));
    expect(linesIn(root)).toMatchObject([{ draw: { plan: "sums-pass", probability: 1 } }]);
  });

  test("of a file that is not there, or of no known kind, says so", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    writeFileSync(join(root, "labels.xlsx"), "");
    expect((await label(root, ["import", "no.csv"])).stderr).toContain("no.csv: there is no such file");
    const { code, stderr } = await label(root, ["import", "labels.xlsx"]);
    expect(code).toBe(2);
    expect(stderr).toContain("labels.xlsx: is it CSV or JSON Lines? --format csv or --format jsonl says it");
  });
});

test.each([
  ["label", "import", "configs", "--format", "csv"],
  ["label", "export", "--out", "configs"],
  ["calibrate", "--pairs", "configs"],
  ["rubric", "samples", "--from", "outputs", "--out", "configs"],
  ["rubric", "judge", "--samples", "configs", "--rubric", "rubric.json", "--model", "offline/judge"],
])("assay %s %s … says that a folder is no file", async (...words) => {
  const root = await judgedWorkspace({ cases: 1 });
  writeFiles(root, { "rubric.json": RUBRIC });
  const { code, stderr } = await assay(words, { cwd: root });
  expect([code, stderr]).toEqual([2, expect.stringContaining("configs is a folder; name a file")]);
});

describe("assay label export", () => {
  test("makes the folder that its file is to be in", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    expectOk(await label(root, ["export", "--out", "for/others/labels.csv"]));
    expect(readFileSync(join(root, "for/others/labels.csv"), "utf8")).toMatch(/^trial,packet_sha256,/);
  });

  test.each(["csv", "jsonl"])("as %s is read back by import as it was", async (format) => {
    const root = await judgedWorkspace({ cases: 12 });
    await label(root, ["plan", "--budget", "20"]);
    await label(root, ["--annotator", "ann"], 'q States that the result is\nn a, "b"\np\nf\n');
    await label(root, ["--annotator", "ben", "--no-plan", "--question", "preference"], "a\nt\n");
    const before = linesIn(root);
    expectOk(await label(root, ["export", "--format", format, "--to", `out.${format}`]));
    for (const name of ["ann", "ben"]) rmSync(join(root, `labels/${name}.jsonl`));
    expect(expectOk(await label(root, ["import", `out.${format}`]))).toBe("4 labels imported.\n");
    expect(linesIn(root)).toEqual(before);
  });

  test("read back, a quote that is not in its packet is refused, and one of a packet that is gone is taken as it is", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    await label(root, ["--annotator", "ann", "--no-plan"], "q States that the result is\np\nf\n");
    expectOk(await label(root, ["export", "--format", "jsonl", "--to", "out.jsonl"]));
    rmSync(join(root, "labels/ann.jsonl"));
    const [first, second] = readFileSync(join(root, "out.jsonl"), "utf8").trim().split("\n");
    const invented = (first ?? "").replace("States that the result is", "It was all made up");
    const gone = JSON.stringify({ ...JSON.parse(second ?? ""), packet_sha256: "f".repeat(64), quote: "Who knows" });
    writeFileSync(join(root, "out.jsonl"), `${invented}\n${gone}\n`);
    const { code, stdout } = await label(root, ["import", "out.jsonl"]);
    expect(code).toBe(1);
    expect(stdout).toContain("line 1: the quote is not in what the judge was shown");
    expect(linesIn(root)).toMatchObject([{ packet_sha256: "f".repeat(64) }]);
  });

  test("names the trial that has the packet, and leaves it empty for what is stale", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    await label(root, ["--annotator", "ann"], "p\n");
    const [, row] = expectOk(await label(root, ["export"])).split("\n");
    expect(row).toMatch(
      /^sums\/plain-\w{8}\/pair-\w{8}\/(?:careful|quick)_one\/sum_1\/1,[0-9a-f]{64},pass,,,ann,pass,/,
    );
    rmSync(join(root, "outputs"), { recursive: true });
    const [, stale] = expectOk(await label(root, ["export"])).split("\n");
    expect(stale).toMatch(/^,[0-9a-f]{64},pass,/);
  });
});
