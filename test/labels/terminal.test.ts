import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { expectOk, judgedWorkspace, label, linesIn, packetsOf, RUN_EVAL } from "./support.ts";

const ANN = ["--annotator", "ann"];

describe("assay label", () => {
  test("shows what the judge saw, and neither subject nor verdict", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    const stdout = expectOk(await label(root, ANN, "x\n"));
    expect(stdout).toContain("1 of 2");
    expect(stdout).toContain("user: What is 1 * 21? Explain it in one sentence.");
    expect(stdout).toContain("States that the result is 21.");
    expect(stdout).toContain("Does it pass?  p pass, f fail");
    expect(stdout).not.toMatch(/careful_one|quick_one|diligent|hasty|judge|\d\.\d/);
  });

  test("stores every answer under the hash of the packet, with question and annotator", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    const stdout = expectOk(await label(root, [...ANN, "--question", "score"], "7\nn too short\n2.5\n"));
    expect(stdout).toContain("2 of 2 labelled.");
    const known = (await packetsOf(root)).map(({ packet_sha256 }) => packet_sha256);
    const lines = linesIn(root);
    expect(lines.map((line) => line.packet_sha256).sort()).toEqual(known.sort());
    expect(lines).toMatchObject([
      { annotator: "ann", question: { kind: "score", dimension: "overall" }, value: 7, purpose: "measure" },
      { value: 2.5, note: "too short" },
    ]);
    expect(lines[0]).not.toHaveProperty("draw");
  });

  test("asks only for what the annotator has not answered, and keeps annotators apart", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    await label(root, ANN, "p\n");
    expect(expectOk(await label(root, ANN, "x\n"))).toContain("2 of 2");
    const ben = expectOk(await label(root, ["--annotator", "ben"], "f\nf\n"));
    expect(ben).toContain("1 of 2");
    expect(ben).not.toMatch(/\bann\b/);
    expect(linesIn(root).map(({ annotator }) => annotator)).toEqual(["ann", "ben", "ben"]);
    await label(root, ANN, "f\n");
    expect(expectOk(await label(root, ANN))).toContain("All 2 are labelled.");
  });

  test.each([
    ["pass", "7", "Expected p for pass or f for fail."],
    ["score", "11", "Expected a number from 0 to 10."],
    ["score", "-1", "Expected a number from 0 to 10."],
    ["score:task", "good", "Expected a number from 0 to 10."],
    ["score", "NaN", "Expected a number from 0 to 10."],
    ["preference", "c", "Expected a, b, or t for a tie."],
  ])("to %s takes no %s for an answer, and stores nothing", async (question, typed, says) => {
    const root = await judgedWorkspace({ cases: 1 });
    const stdout = expectOk(await label(root, [...ANN, "--question", question], `${typed}\n`));
    expect(stdout).toContain(says);
    expect(linesIn(root)).toEqual([]);
  });

  test("keeps a quote that is in the packet, and says so when it is not", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    const stdout = expectOk(await label(root, ANN, "q a word nobody wrote\np\nq  States that the   RESULT is 21\np\n"));
    expect(stdout).toContain("The quote is not in what is shown; copy it word for word.");
    expect(linesIn(root)).toMatchObject([{ quote: "States that the   RESULT is 21", value: true }]);
  });

  test("skips, takes back and ends when asked to", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    const stdout = expectOk(await label(root, ANN, "z\ns\nz\np\nz\nf\nx\n"));
    expect(stdout).toContain("There is nothing to undo.");
    expect(stdout).toContain("1 of 2 labelled.");
    const lines = linesIn(root);
    expect(lines).toMatchObject([{ value: true }, { withdrawn: true }, { value: false }]);
    expect(new Set(lines.map(({ packet_sha256 }) => packet_sha256)).size).toBe(1);
    const moments = lines.map(({ labelled_at }) => labelled_at);
    expect([...moments].sort()).toEqual(moments);
    expect(new Set(moments).size).toBe(3);
  });

  test("counts a label that is given after one from the future was taken back", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    await label(root, ANN, "p\nz\n");
    const file = join(root, "labels/ann.jsonl");
    writeFileSync(file, readFileSync(file, "utf8").replaceAll(/"labelled_at":"2\d{3}/g, '"labelled_at":"2999'));
    await label(root, ANN, "p\n");
    expect(expectOk(await label(root, ["list"]))).toContain("1 label\n");
  });

  test("asks several questions about a packet in a row", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    await label(root, [...ANN, "--question", "pass", "--question", "score:task"], "p\n8\n");
    const lines = linesIn(root);
    expect(lines).toMatchObject([{ value: true }, { value: 8, question: { dimension: "task" } }]);
    expect(lines[0]!.packet_sha256).toBe(lines[1]!.packet_sha256);
  });

  test("asks which of two answers to a case is better, in an order that says nothing", async () => {
    const root = await judgedWorkspace({ cases: 3 });
    const stdout = expectOk(await label(root, [...ANN, "--question", "preference"], "a\nb\nt\n"));
    expect(stdout).toMatch(/A: Answer[\s\S]*B: Answer/);
    const lines = linesIn(root) as {
      packet_sha256: string;
      question: { other_packet_sha256: string };
      value: string;
    }[];
    expect(lines).toHaveLength(3);
    for (const { packet_sha256, question } of lines) expect(packet_sha256 < question.other_packet_sha256).toBe(true);
    const first = stdout.split("1 of 3")[1]!.split("2 of 3")[0]!;
    const packets = await packetsOf(root);
    const chosen = lines[0]!.value === "this" ? lines[0]!.packet_sha256 : lines[0]!.question.other_packet_sha256;
    const winner = packets.find(({ packet_sha256 }) => packet_sha256 === chosen)!;
    const answerA = first.split("A: Answer\n")[1]!.split("\n")[0]!;
    const store = readFileSync(
      join(root, `outputs/runs/sums/${winner.trial_id.split("/")[1]}/${winner.subject}/${winner.case_id}/run_1.json`),
      "utf8",
    );
    expect(store).toContain(JSON.stringify(answerA).slice(1, -1));
  });

  test("without an annotator, with a wrong name or an unknown question says so before anything is shown", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    const wrong: [string[], string][] = [
      [[], "who is labelling? Give --annotator <name>, or set $ASSAY_ANNOTATOR"],
      [["--annotator", "a/b"], `"a/b" can't be an annotator's name`],
      [[...ANN, "--question", "scor"], '"scor" is not a question'],
      [[...ANN, "--question", "score:tsk"], 'Did you mean "task"?'],
      [[...ANN, "--plan", "other"], 'no plan is called "other"; there is none'],
      [[...ANN, "--suite", "nothing"], 'nothing that was judged is called "nothing"'],
      [[...ANN, "--purpose", "train"], "Allowed choices are measure, tune"],
    ];
    for (const [words, says] of wrong) {
      const { code, stdout, stderr } = await label(root, words, "p\n");
      expect({ words, code, stdout }).toEqual({ words, code: 2, stdout: "" });
      expect(stderr).toContain(says);
    }
  });

  test("in a workspace where nothing was judged says which command does", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    const { rmSync } = await import("node:fs");
    rmSync(join(root, "outputs"), { recursive: true });
    const { code, stderr } = await label(root, ANN);
    expect(code).toBe(2);
    expect(stderr).toContain("nothing has been judged yet; `assay run-eval` judges a campaign");
  });
});

test("hostile words in a packet do not steer the terminal", async () => {
  const root = await judgedWorkspace({ cases: 1 });
  const file = join(root, "configs/cases/sum_1/test.yaml");
  writeFileSync(file, readFileSync(file, "utf8").replace("What is", "\\u001b]0;owned\\u0007 \\u202e What is"));
  await assay([...RUN_EVAL, "--quiet", "--no-chart"], { cwd: root });
  const stdout = expectOk(await label(root, ANN, "x\n"));
  expect(stdout).not.toMatch(/[\u001b\u0007\u202e]/);
  expect(stdout).toContain("\\u001b]0;owned");
});

describe("purposes", () => {
  test("stay apart: what was labelled to tune is not asked for to measure", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    await label(root, [...ANN, "--purpose", "tune"], "p\n");
    const { stdout, stderr } = await label(root, ["--annotator", "ben"], "f\nf\n");
    expect(stderr).toContain("1 packet left out: labelled for the other purpose, and the two are kept apart.");
    expect(stdout).toContain("1 of 1");
    expect(linesIn(root).map((line) => "purpose" in line && line.purpose)).toEqual(["tune", "measure"]);
  });

  test("stay apart for both packets of a preference", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    await label(root, [...ANN, "--question", "preference", "--purpose", "tune"], "a\n");
    const { stderr } = await label(root, ["--annotator", "ben", "--question", "pass"], "f\nf\n");
    expect(stderr).toContain("2 packets left out: labelled for the other purpose");
    for (const trial of ["quick_one/sum_1/1", "careful_one/sum_1/1"]) {
      writeFileSync(join(root, "measured.csv"), `trial,value\n${trial},pass\n`);
      const words = ["import", "measured.csv", "--annotator", "ben", "--question", "pass"];
      expect((await label(root, words)).stdout).toContain("line 2: is meant to measure, and the packet has a label");
    }
    const { stderr: planned } = await label(root, ["plan", "--budget", "2", "--question", "pass"]);
    expect(planned).toContain("all are labelled for the other purpose");
  });
});

describe("a label whose packet changed", () => {
  test("is stale: named, never used, and the new packet is asked for", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    await label(root, ANN, "p\np\n");
    const file = join(root, "configs/cases/sum_1/test.yaml");
    writeFileSync(file, readFileSync(file, "utf8").replace("States that", "Says that"));
    await assay([...RUN_EVAL, "--quiet", "--no-chart"], { cwd: root });
    const status = expectOk(await label(root, ["status"]));
    expect(status).toContain("0 labels of 0 packets");
    expect(status).toContain("2 labels stale: the packet is no longer what a judge sees. Stale labels are never used.");
    expect(expectOk(await label(root, ANN, "x\n"))).toContain("1 of 2");
  });

  test("outlives a change of judges", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    await label(root, ANN, "p\np\n");
    const file = join(root, "configs/evaluation_profiles/pair.yaml");
    writeFileSync(file, readFileSync(file, "utf8").replace("offline/judge-strict", "offline/judge-careless"));
    await assay([...RUN_EVAL, "--quiet", "--no-chart"], { cwd: root });
    expect(expectOk(await label(root, ["status"]))).toContain("2 labels of 2 packets");
  });
});

describe("disagreements", () => {
  test("are settled by somebody who does not see who said what, and stay settled", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    await label(root, ANN, "n because\np\np\n");
    await label(root, ["--annotator", "ben"], "f\np\n");
    expect(expectOk(await label(root, ["status"]))).toContain(
      "1 disagreement to settle with `assay label adjudicate`:",
    );
    const stdout = expectOk(await label(root, ["adjudicate", "--annotator", "chief"], "f\n"));
    expect(stdout).toContain("Said so far:\n- fail\n- pass  because");
    expect(stdout).not.toMatch(/\bann\b|\bben\b|careful_one|quick_one/);
    expect(linesIn(root).at(-1)).toMatchObject({ annotator: "chief", adjudicated: true, value: false });
    const status = expectOk(await label(root, ["status"]));
    expect(status).toContain("1 disagreement settled.");
    expect(status).not.toContain("to settle");
    expect(expectOk(await label(root, ["adjudicate", "--annotator", "chief"]))).toContain("There is nothing to label.");
  });

  test("of scores begin beyond two points", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    await label(root, [...ANN, "--question", "score"], "5\n5\n");
    await label(root, ["--annotator", "ben", "--question", "score"], "7\n7.1\n");
    expect(expectOk(await label(root, ["status"]))).toContain("1 disagreement to settle");
  });

  test("of an annotator who settles keep what was said before", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    await label(root, ANN, "p\np\n");
    await label(root, ["--annotator", "ben"], "f\np\n");
    await label(root, ["adjudicate", ...ANN], "f\n");
    const listed = JSON.parse(expectOk(await label(root, ["list", "--output", "json"])));
    expect(listed.labels).toHaveLength(5);
  });
});
