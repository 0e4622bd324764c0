import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { describeFields } from "../support/field-rows.ts";
import { agentAt, caseAt, problemsOf } from "../support/small-workspace.ts";

const at = "deterministic_checks[0].declarative";
const command = (rest: object = {}) => ({
  "deterministic_checks[0]": { check_id: "k", declarative: { kind: "command", command: "true", ...rest } },
});
const files = { "hidden/t.py": "", "hidden/data/a.txt": "", "other/t.py": "", "empty/.gitkeep": "" };

describeFields("case", [
  { field: `${at}.command`, given: command(), good: "pytest -q", bad: "", says: "must not be empty" },
  { field: `${at}.command`, given: command(), good: ["wc", "-l", ""], bad: [], says: "expected at least 1" },
  { field: `${at}.command`, given: command(), good: ["true"], bad: 3, says: "expected text or a list, found 3" },
  {
    field: `${at}.command`,
    given: command(),
    good: ["./solution", "a b"],
    bad: ["", "x"],
    says: "must not be empty",
    at: `${at}.command[0]`,
  },
  {
    field: `${at}.command`,
    given: command(),
    good: ["sleep", "1"],
    bad: ["sleep", 1],
    says: "expected text, found 1",
    at: `${at}.command[1]`,
  },
  {
    field: `${at}.command`,
    given: command(),
    good: "echo ü",
    bad: "echo \0",
    says: "must not contain a NUL character",
  },
  { field: `${at}.exit_code`, given: command(), good: 255, bad: 256, says: "expected at most 255" },
  { field: `${at}.exit_code`, given: command(), good: 0, bad: -1, says: "expected at least 0" },
  { field: `${at}.exit_code`, given: command(), good: 1, bad: "1", says: "expected a number" },
  { field: `${at}.timeout_seconds`, given: command(), good: 0.5, bad: 0, says: "expected more than 0" },
  { field: `${at}.timeout_seconds`, given: command(), good: 600, bad: 601, says: "expected at most 600" },
  {
    field: `${at}.stdout`,
    given: command(),
    good: { contains: "ok" },
    bad: {},
    says: "expects nothing; add `contains`",
  },
  { field: `${at}.stdout`, given: command(), good: { matches: "^ok$" }, bad: "ok", says: "expected a mapping" },
  {
    field: `${at}.stderr`,
    given: command(),
    good: { contains: "a", matches: "b" },
    bad: { contain: "a" },
    says: "is not a known field here",
    at: `${at}.stderr.contain`,
  },
  {
    field: `${at}.stdout.matches`,
    given: command(),
    good: "(?i)\\d+ passed",
    bad: "(?<!x)a",
    says: "is not a pattern that can be searched for",
  },
  {
    field: `${at}.stdout.matches`,
    given: command(),
    good: "[a-z]+",
    bad: "[a-z",
    says: "is not a pattern that can be searched for",
  },
  { field: `${at}.stderr.contains`, given: command(), good: "warn", bad: "", says: "must not be empty" },
  { field: `${at}.files`, given: command(), files, good: ["hidden/t.py"], bad: [], says: "expected at least 1" },
  {
    field: `${at}.files`,
    given: command(),
    files,
    good: ["hidden"],
    bad: ["hiden"],
    says: 'the file "hiden" does not exist; paths start at the folder of this file',
    at: `${at}.files[0]`,
  },
  {
    field: `${at}.files`,
    given: command(),
    files,
    good: ["hidden/t.py", "hidden/data"],
    bad: ["hidden/t.py", "other/t.py"],
    says: 'is called t.py in /checks, as "hidden/t.py" is',
    at: `${at}.files[1]`,
  },
  {
    field: `${at}.files`,
    given: command(),
    files,
    good: ["../c/hidden/t.py"],
    bad: ["../../.."],
    says: "holds the whole workspace",
    at: `${at}.files[0]`,
  },
  {
    field: `${at}.files`,
    given: command(),
    files,
    good: ["./hidden/"],
    bad: ["../../agents/a/workspace/AGENTS.md"],
    says: "is part of an agent, which would see it",
    at: `${at}.files[0]`,
  },
  {
    field: `${at}.files`,
    given: { ...command(), "input.attachments": ["other/t.py"] },
    files,
    good: ["hidden/t.py"],
    bad: ["other"],
    says: 'is hidden from the subject, but `input` sends it "other/t.py"',
    at: `${at}.files[0]`,
  },
  {
    field: `${at}.files`,
    given: { ...command(), "input.messages": [{ role: "user", source: { path: "ask.md" } }] },
    files: { ...files, "ask.md": "Hi" },
    good: ["hidden/t.py"],
    bad: ["hidden/t.py", "ask.md"],
    says: 'but `input` sends it "ask.md"',
    at: `${at}.files[1]`,
  },
  {
    field: `${at}.command`,
    given: { ...command(), "runner.type": "openclaw" },
    good: "test -s notes.md",
    bad: { run: "test" },
    says: "expected text or a list",
  },
]);

const hook = (kind: string, path: string) => ({
  "deterministic_checks[0]": { check_id: "k", [kind]: { path, callable_name: "f" } },
});
describeFields("case", [
  {
    field: "deterministic_checks[0].python_hook.arguments",
    given: hook("python_hook", "h.py"),
    files: { "h.py": "" },
    good: { most: 3, names: ["a", null], deep: { x: true } },
    bad: ["a"],
    says: "expected a mapping, found a list of 1",
  },
  {
    field: "deterministic_checks[0].module_hook.arguments",
    given: hook("module_hook", "h.mjs"),
    files: { "h.mjs": "" },
    good: {},
    bad: "most=3",
    says: "expected a mapping",
  },
]);

describe("hidden files that cannot be used", () => {
  const files = (path: string) =>
    `deterministic_checks: [{ check_id: k, declarative: { kind: command, command: "true", files: [${path}] } }]\n`;
  const place = `configs/cases/c/test.yaml:7 ${at}.files[0]:`;

  test("a folder with a link in it", async () => {
    const problems = await problemsOf({ ...caseAt("c", files("hidden")), "configs/cases/c/hidden/a": "" }, (root) =>
      symlinkSync("/etc/passwd", join(root, "configs/cases/c/hidden/link")),
    );
    expect(problems).toContain(
      `${place} "hidden" holds hidden/link, which is a link or a special file; copy what it points to`,
    );
  });

  test("a link that leads out of the workspace", async () => {
    const problems = await problemsOf(caseAt("c", files("secret")), (root) =>
      symlinkSync("/etc/passwd", join(root, "configs/cases/c/secret")),
    );
    expect(problems).toContain(`${place} the file "secret" is outside the workspace; copy it into the workspace`);
  });

  test("an empty folder", async () => {
    const problems = await problemsOf(caseAt("c", files("hidden")), (root) =>
      mkdirSync(join(root, "configs/cases/c/hidden/__pycache__"), { recursive: true }),
    );
    expect(problems).toContain(`${place} "hidden" is an empty folder`);
  });

  test("more files, or more bytes, than a test has", async () => {
    const many = await problemsOf(caseAt("c", files("hidden")), (root) => {
      mkdirSync(join(root, "configs/cases/c/hidden"));
      for (let n = 0; n < 2001; n++) writeFileSync(join(root, "configs/cases/c/hidden", `${n}`), "");
    });
    expect(many).toContain(`${place} "hidden" holds more than 2000 files`);
    const large = await problemsOf({
      ...caseAt("c", files("model.bin")),
      "configs/cases/c/model.bin": new Uint8Array(17 * 1024 * 1024),
    });
    expect(large).toContain(`${place} "model.bin" holds more than 16 MiB`);
  });

  test("a misspelt one is suggested, also where the case has another problem", async () => {
    const problems = await problemsOf({
      ...caseAt("c", `${files("hiden.py")}tags: smoke\n`),
      "configs/cases/c/hidden.py": "",
      ...agentAt("a"),
    });
    expect(problems).toContain(
      `${place} the file "hiden.py" does not exist; paths start at the folder of this file Did you mean "hidden.py"?`,
    );
  });
});
