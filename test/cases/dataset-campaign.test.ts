import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { assay } from "../support/assay.ts";
import { temporaryFolder, writeFiles } from "../support/temporary.ts";

const caseOf = (fields: object) =>
  stringify({
    schema_version: 1,
    title: "Sum",
    runner: { type: "llm_probe", temperature: 0 },
    input: { messages: [{ role: "user", content: "What is {{a}} + {{b}}?" }], attachments: ["note.md"] },
    expectations: { hard_expectations: [{ text: "Says {{sum}}." }] },
    ...fields,
  });
const byHand = (id: string, a: number, b: number) =>
  caseOf({
    case_id: id,
    input: { messages: [{ role: "user", content: `What is ${a} + ${b}?` }], attachments: ["note.md"] },
    expectations: { hard_expectations: [{ text: `Says ${a + b}.` }] },
  });
const sums = (dataset: object) => caseOf({ case_id: "sums", title: "Sum {{a}}", tags: ["{{level}}"], dataset });

const WORKSPACE = {
  "configs/suites/s.yaml": stringify({
    schema_version: 1,
    suite_id: "s",
    title: "S",
    models: [{ model_id: "m", requested_model: "offline/diligent" }],
  }),
  "configs/run_profiles/r.yaml": stringify({ schema_version: 1, run_profile_id: "r", title: "R" }),
  "configs/evaluation_profiles/e.yaml": stringify({
    schema_version: 1,
    evaluation_profile_id: "e",
    title: "E",
    judges: [{ judge_id: "j", type: "llm_probe", model: "offline/judge" }],
    judge_runs: [{ judge_run_id: "jr", judge_id: "j" }],
  }),
  "configs/cases/sums/note.md": "A note.\n",
  "configs/cases/sums/sums.csv": "id,a,b,sum,level\nx,1,2,3,easy\ny,3,4,7,easy\nz,50,60,110,hard\n",
  "configs/cases/sums/test.yaml": sums({ path: "sums.csv", id_column: "id" }),
};

interface Planned {
  datasets?: { case_id: string; rows: number }[];
  trials: { case_id: string; run_id: string; action: string }[];
}

async function planned(root: string, ...words: string[]): Promise<Planned> {
  const { stdout, stderr } = await assay(["plan", "--suite", "s", "--run-profile", "r", "--output", "json", ...words], {
    cwd: root,
  });
  expect(stdout, stderr).not.toBe("");
  return JSON.parse(stdout) as Planned;
}

const idsIn = ({ trials }: Planned) => Object.fromEntries(trials.map(({ case_id, run_id }) => [case_id, run_id]));

describe("a row and a case written by hand that send the same", () => {
  test("are the same trial, and it is run once", async () => {
    const root = temporaryFolder({
      ...WORKSPACE,
      "configs/cases/hand/test.yaml": byHand("hand", 3, 4),
      "configs/cases/hand/note.md": "A note.\n",
    });
    const ids = idsIn(await planned(root));
    expect(ids.hand).toBe(ids["sums--y"]);
    expect(new Set(Object.values(ids)).size).toBe(3);
    await assay(["run", "--suite", "s", "--run-profile", "r", "--case", "hand", "--quiet"], { cwd: root });
    const { trials } = await planned(root);
    expect(Object.fromEntries(trials.map(({ case_id, action }) => [case_id, action]))).toEqual({
      hand: "reuse",
      "sums--x": "run",
      "sums--y": "copy",
      "sums--z": "run",
    });
  });

  test("stay the same however the dataset is written, named, sorted and filtered", async () => {
    const root = temporaryFolder(WORKSPACE);
    const before = idsIn(await planned(root));
    const rows = [
      { b: "4", sum: "7", a: "3", level: "x" },
      { a: "1", b: "2", sum: "3", level: "y" },
    ];
    writeFiles(root, { "configs/cases/sums/test.yaml": sums({ rows, sample: { count: 2, seed: 5 } }) });
    const after = Object.values(idsIn(await planned(root)));
    expect(new Set(after)).toEqual(new Set([before["sums--x"], before["sums--y"]]));
  });
});

describe("--case", () => {
  test("with the id of the case means all rows, with that of a row this one", async () => {
    const root = temporaryFolder(WORKSPACE);
    expect(Object.keys(idsIn(await planned(root, "--case", "sums")))).toEqual(["sums--x", "sums--y", "sums--z"]);
    expect(Object.keys(idsIn(await planned(root, "--case", "sums--z", "--case", "sums--x")))).toEqual([
      "sums--x",
      "sums--z",
    ]);
  });

  test("with a row that is not there is refused, with the row that was meant", async () => {
    const root = temporaryFolder(WORKSPACE);
    const { code, stderr } = await assay(["plan", "--suite", "s", "--run-profile", "r", "--case", "summs--x"], {
      cwd: root,
    });
    expect(code).toBe(2);
    expect(stderr).toContain('Did you mean "sums--x"?');
  });
});

test("a suite selects rows by their tags and takes single rows out", async () => {
  const root = temporaryFolder(WORKSPACE);
  const suite = (case_selection: object) => ({
    "configs/suites/s.yaml": stringify({
      schema_version: 1,
      suite_id: "s",
      title: "S",
      models: [{ model_id: "m", requested_model: "offline/diligent" }],
      case_selection,
    }),
  });
  writeFiles(root, suite({ include_tags: ["easy"] }));
  expect(Object.keys(idsIn(await planned(root)))).toEqual(["sums--x", "sums--y"]);
  writeFiles(root, suite({ include_case_ids: ["sums"], exclude_case_ids: ["sums--y"] }));
  const chosen = await planned(root);
  expect(Object.keys(idsIn(chosen))).toEqual(["sums--x", "sums--z"]);
  expect(chosen.datasets).toEqual([{ case_id: "sums", rows: 2 }]);
  writeFiles(root, suite({ include_case_ids: ["sums--q"] }));
  const { code, stderr } = await assay(["plan", "--suite", "s", "--run-profile", "r"], { cwd: root });
  expect(code).toBe(2);
  expect(stderr).toContain('no case of this workspace has the id "sums--q"');
});

test("a broken row that the suite leaves out is a warning, one that it selects ends the command", async () => {
  const root = temporaryFolder({
    ...WORKSPACE,
    "configs/cases/sums/test.yaml": sums({ path: "sums.jsonl", id_column: "id" }),
    "configs/cases/sums/sums.jsonl":
      '{"id":"x","a":1,"b":2,"sum":3,"level":"easy"}\n{"id":"y","a":null,"b":2,"sum":3,"level":"hard"}\n',
  });
  const plan = () => assay(["plan", "--suite", "s", "--run-profile", "r"], { cwd: root });
  const refused = await plan();
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("{{a}} is null in this row (in configs/cases/sums/sums.jsonl:2)");
  writeFiles(root, {
    "configs/suites/s.yaml": `${WORKSPACE["configs/suites/s.yaml"]}case_selection: { exclude_case_ids: [sums--y] }\n`,
  });
  const planned = await plan();
  expect(planned.code).toBe(0);
  expect(planned.stderr).toContain("warning");
});

test("a suite that names rows of a dataset which cannot be read is told about the data, not about the rows", async () => {
  const root = temporaryFolder({
    ...WORKSPACE,
    "configs/cases/sums/sums.csv": "id;a;b\n",
    "configs/suites/s.yaml": `${WORKSPACE["configs/suites/s.yaml"]}case_selection: { include_case_ids: [sums--y] }\n`,
  });
  const { code, stderr } = await assay(["plan", "--suite", "s", "--run-profile", "r"], { cwd: root });
  expect(code).toBe(2);
  expect(stderr).toContain("configs/cases/sums/sums.csv:1:1  error  the cells are separated by semicolons");
  expect(stderr).not.toContain("has the id");
});

test("validate, cases, suites, plan and report show a dataset in one line and every row as data", async () => {
  const root = temporaryFolder(WORKSPACE);
  const text = async (...words: string[]) => (await assay(words, { cwd: root })).stdout;
  const campaign = ["--suite", "s", "--run-profile", "r"];
  expect(await text("validate")).toContain("1 case, 3 dataset rows, 1 suite");
  expect(await text("cases")).toMatch(/^sums \(3 rows\) +llm_probe\s*$/m);
  expect(await text("cases", "--suite", "s")).toMatch(/✓ +sums \(3 rows\) +no filter/);
  expect(await text("suites", "s")).toMatch(/sums \(3 rows\) +no filter/);
  expect(await text("plan", ...campaign)).toContain("Datasets: sums with 3 rows.");
  const listed = JSON.parse(await text("cases", "--output", "json")) as { cases: object[] };
  expect(listed.cases).toHaveLength(3);
  expect(listed.cases[2]).toMatchObject({
    case_id: "sums--z",
    dataset_case_id: "sums",
    title: "Sum 50",
    tags: ["hard"],
  });
  const report = await text("run-eval", ...campaign, "--evaluation-profile", "e", "--quiet");
  expect(report).toMatch(/sums \(3 rows\) +\d/);
  expect(report).toContain("Rows of sums");
  const json = JSON.parse(await text("report", ...campaign, "--evaluation-profile", "e", "--output", "json")) as {
    cases: object[];
    trials: { case_id: string }[];
  };
  expect(json.cases[0]).toMatchObject({ case_id: "sums--x", dataset_case_id: "sums" });
  expect(json.trials.map(({ case_id }) => case_id)).toEqual(["sums--x", "sums--y", "sums--z"]);
});

test("what stands in the data steers no terminal and breaks no table", async () => {
  const hostile = "\u001b[31mred\u0007 | <script>alert(1)</script> \u202e`x`";
  const root = temporaryFolder({
    ...WORKSPACE,
    "configs/cases/sums/test.yaml": sums({ path: "sums.json" }).replace("Sum {{a}}", '"{{a}}"'),
    "configs/cases/sums/sums.json": JSON.stringify([{ a: hostile, b: 1, sum: 2, level: hostile, [hostile]: 1 }]),
  });
  const campaign = ["--suite", "s", "--run-profile", "r", "--evaluation-profile", "e"];
  for (const words of [["validate"], ["cases"], ["run-eval", ...campaign]]) {
    const { code, stdout, stderr } = await assay(words, { cwd: root });
    expect(code, stderr).toBeLessThan(2);
    for (const character of ["\u001b", "\u0007", "\u202e"]) expect(stdout + stderr).not.toContain(character);
  }
  const { stdout: markdown } = await assay(["report", ...campaign, "--output", "markdown"], { cwd: root });
  expect(markdown).toContain("sums--");
  expect(markdown).not.toContain("<script>");
});
