import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { describeFields } from "../support/field-rows.ts";
import { agentAt, problemsOf } from "../support/small-workspace.ts";

const tools = { "input.context": { llm_probe: { tools: ["read_file"] } } };
const files = {
  "repo/src/app.py": "print(1)\n",
  "repo/README.md": "Read me.\n",
  "other/README.md": "Read me, too.\n",
  "data.csv": "a,b\n",
};
const workspace = { field: "input.workspace", given: tools, files };
const setup = { field: "input.setup", given: tools };
const command = { check_id: "k", declarative: { kind: "command", command: "true", files: ["repo/src"] } };

describeFields("case", [
  { ...workspace, good: "repo", bad: "", says: "must not be empty" },
  {
    ...workspace,
    good: ["data.csv"],
    bad: "data.csv",
    says: '"data.csv" is a file; write a list, [data.csv], to put it into the workspace',
  },
  { ...workspace, good: ["repo", "data.csv"], bad: [], says: "expected at least 1" },
  {
    ...workspace,
    good: ["repo/README.md", "data.csv"],
    bad: ["repo/README.md", "other/README.md"],
    says: 'is called README.md in the workspace, as "repo/README.md" is; put both into one folder and name that',
    at: "input.workspace[1]",
  },
  {
    ...workspace,
    good: "./repo/",
    bad: "rebo",
    says: 'the file "rebo" does not exist; paths start at the folder of this file',
  },
  {
    ...workspace,
    good: "repo/src",
    bad: "../../..",
    says: "would show the subject test.yaml, which says what is expected",
  },
  { ...workspace, good: "other", bad: ".", says: "would show the subject test.yaml, which says what is expected" },
  {
    ...workspace,
    good: ["repo/src/app.py"],
    bad: ["test.yaml"],
    says: "would show the subject",
    at: "input.workspace[0]",
  },
  { ...workspace, good: ["other"], bad: ["/etc"], says: "is outside the workspace", at: "input.workspace[0]" },
  { ...workspace, good: "repo", bad: 3, says: "expected text or a list, found 3" },
  { ...workspace, good: ["repo"], bad: [3], says: "expected text, found 3", at: "input.workspace[0]" },
  { ...workspace, good: "repo", bad: "a\0b", says: "must not contain a NUL character" },
  {
    ...workspace,
    given: { ...tools, "deterministic_checks[0]": command },
    good: "other",
    bad: "repo",
    says: 'is hidden from the subject, but `input.workspace` gives it "repo"; keep them in two folders',
    at: "deterministic_checks[0].declarative.files[0]",
  },
  { ...setup, good: ["make"], bad: [], says: "expected at least 1" },
  { ...setup, good: [["pip", "install", "-e", "."]], bad: [[]], says: "expected at least 1", at: "input.setup[0]" },
  { ...setup, good: ["a && b", ["c"]], bad: "a && b", says: "expected a list" },
  { ...setup, good: ["true"], bad: [""], says: "must not be empty", at: "input.setup[0]" },
  {
    ...setup,
    good: [["a", ""]],
    bad: [["", "a"]],
    says: "must not be empty; it is the program",
    at: "input.setup[0][0]",
  },
  { ...setup, good: ["echo ü"], bad: ["echo \0"], says: "must not contain a NUL character", at: "input.setup[0]" },
  { ...setup, good: Array(50).fill("true"), bad: Array(51).fill("true"), says: "expected at most 50" },
  {
    field: "deterministic_checks[0].declarative.changed",
    given: { "deterministic_checks[0]": { check_id: "k", declarative: { kind: "file_exists", path: "a" } } },
    good: true,
    bad: "yes",
    says: "expected true or false",
  },
  {
    field: "deterministic_checks[0].declarative.changed",
    given: { "deterministic_checks[0]": { check_id: "k", declarative: { kind: "file_exists", path: "a" } } },
    good: false,
    bad: 1,
    says: "expected true or false",
  },
]);

const caseWith = (input: string, runner = "llm_probe") => ({
  "configs/cases/c/test.yaml": `schema_version: 1
case_id: c
title: T
runner: { type: ${runner} }
input:
  messages: [{ role: user, content: Hi }]
${input}`,
  "configs/cases/c/repo/a.txt": "a",
});
const probe = "  context: { llm_probe: { tools: [exec_shell] } }\n";
const inRepo = (name: string) => (root: string) => join(root, "configs/cases/c/repo", name);

describe("a workspace that the subject cannot reach", () => {
  test.each([
    ["no tools at all", ""],
    ["a tool that only searches", "  context: { llm_probe: { tools: [web_search] } }\n"],
    [
      "a tool with fixed answers",
      "  context: { llm_probe: { tools: [{ name: t, description: d, parameters: { type: object }, answers: [{ arguments: { id: one }, answer: x }] }] } }\n",
    ],
  ])("is refused with %s, for files and for commands", async (_, context) => {
    const problems = await problemsOf(caseWith(`  workspace: repo\n  setup: [make]\n${context}`));
    expect(problems.filter((problem) => problem.includes("has no effect"))).toEqual([
      expect.stringContaining(
        "configs/cases/c/test.yaml:7 input.workspace: has no effect, because the subject has no tool",
      ),
      expect.stringContaining(
        "configs/cases/c/test.yaml:8 input.setup: has no effect, because the subject has no tool",
      ),
    ]);
  });

  test("an agent always has one", async () => {
    expect(
      await problemsOf({ ...caseWith("  workspace: repo\n  setup: [make]\n", "openclaw"), ...agentAt("a") }),
    ).toEqual([]);
  });
});

describe("what cannot be given is refused where it is named", () => {
  test.each<[string, (root: string) => void, string]>([
    [
      "a link out",
      (root) => symlinkSync("/etc/passwd", inRepo("x")(root)),
      "holds x, which links to /etc/passwd, outside",
    ],
    [
      "a link up",
      (root) => symlinkSync("../test.yaml", inRepo("x")(root)),
      "holds x, which links to ../test.yaml, outside",
    ],
    [
      "a pipe",
      (root) => void execFileSync("mkfifo", [inRepo("x")(root)]),
      "holds x, which is a named pipe and cannot be",
    ],
    [
      "a terabyte of holes",
      (root) => {
        writeFileSync(inRepo("x")(root), "");
        truncateSync(inRepo("x")(root), 2 ** 40);
      },
      "makes the workspace hold more than 256 MiB",
    ],
    [
      "too deep a tree",
      (root) => mkdirSync(inRepo(`${"d/".repeat(40)}e`)(root), { recursive: true }),
      "makes the workspace hold more than 32 folders inside each other",
    ],
    [
      "too many files",
      (root) => {
        for (let number = 0; number <= 5_000; number++) writeFileSync(inRepo(String(number))(root), "");
      },
      "makes the workspace hold more than 5000 files",
    ],
  ])("%s", async (_, prepare, says) => {
    expect(await problemsOf(caseWith(`  workspace: repo\n${probe}`), prepare)).toEqual([
      expect.stringMatching(/^configs\/cases\/c\/test\.yaml:7 input\.workspace: /),
    ]);
    expect((await problemsOf(caseWith(`  workspace: repo\n${probe}`), prepare))[0]).toContain(says);
  });

  test("links that stay inside are given, also in a circle", async () => {
    const prepare = (root: string) => {
      symlinkSync("a.txt", inRepo("b.txt")(root));
      symlinkSync("self", inRepo("self")(root));
    };
    expect(await problemsOf(caseWith(`  workspace: repo\n${probe}`), prepare)).toEqual([]);
  });

  test("the limits hold for all entries of a list together", async () => {
    const prepare = (root: string) => {
      for (const folder of ["p", "q"]) {
        mkdirSync(join(root, "configs/cases/c", folder));
        for (let number = 0; number < 2_600; number++)
          writeFileSync(join(root, "configs/cases/c", folder, String(number)), "");
      }
    };
    const problems = await problemsOf(caseWith(`  workspace: [p, q]\n${probe}`), prepare);
    expect(problems).toEqual([
      expect.stringContaining('input.workspace[1]: "q" makes the workspace hold more than 5000 files'),
    ]);
  });

  test("an empty folder", async () => {
    const prepare = (root: string) => mkdirSync(join(root, "configs/cases/c/empty"));
    expect(await problemsOf(caseWith(`  workspace: [empty]\n${probe}`), prepare)).toEqual([
      expect.stringContaining('"empty" is an empty folder'),
    ]);
  });
});

describe("rows of a dataset", () => {
  const rows = (names: string[]) =>
    `  workspace: "{{repo}}"\n${probe}dataset:\n  rows: [${names.map((name) => `{ repo: ${name} }`).join(", ")}]\n`;

  test("name their own files", async () => {
    expect(await problemsOf({ ...caseWith(rows(["repo", "two"])), "configs/cases/c/two/b.txt": "" })).toEqual([]);
  });

  test("that name files which are not there are refused, the row named", async () => {
    const [problem] = await problemsOf(caseWith(rows(["repo", "nope"])));
    expect(problem).toContain('the file "nope" does not exist');
  });

  test("must not show the file with all rows", async () => {
    const dataset = `  workspace: data\n${probe}dataset: { path: data/rows.csv }\n`;
    const found = await problemsOf({ ...caseWith(dataset), "configs/cases/c/data/rows.csv": "x\n1\n" });
    expect(found.join("\n")).toContain("would show the subject data/rows.csv, which has the answers of all rows");
  });
});
