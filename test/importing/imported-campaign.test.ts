import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { projectRoot } from "../support/project-root.ts";
import { temporaryFolder, writeFiles } from "../support/temporary.ts";

function exampleFolder(): string {
  const cwd = temporaryFolder();
  cpSync(join(projectRoot, "examples/importing"), cwd, { recursive: true });
  return cwd;
}

/** The offline model answers "The result is 42, because 6 * 7 = 42." */
const CODE = `description: Code
prompts: ["What is {{sum}}? Answer with the number."]
providers: [openrouter:offline/diligent]
tests:
  - vars: { sum: 6 * 7, right: "42" }
    assert:
      - { type: javascript, metric: expression, value: "output.includes(context.vars.right)" }
      - { type: not-javascript, metric: negated, value: "output === ''" }
      - { type: javascript, metric: named, value: "file://checks/named.mjs:isShort" }
      - { type: javascript, metric: plain, value: file://checks/plain.js }
      - { type: python, metric: python, value: "len(output) > 3 and '{{right}}' in output" }
      - { type: python, metric: python-file, value: "file://grade.py:is_right" }
      - { type: levenshtein, metric: close, value: "42", threshold: 5 }
      - { type: regex, metric: look-ahead, value: "^(?!No)The" }
      - { type: tool-call-f1, metric: tools, value: [calculator] }
      - { type: contains, metric: transformed, value: THE, transform: output.toUpperCase() }
      - { type: contains, metric: contains, value: "{{right}}" }
`;

describe("assay import", () => {
  test("says what did not translate with its place, and ends with 1", async () => {
    const { code, stdout } = await assay(["import", "promptfoo", "promptfooconfig.yaml", "--into", "out"], {
      cwd: exampleFolder(),
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(/Not translated \(1\)\n {2}promptfooconfig\.yaml:\d+:\d+ {2}assertion select-best/);
    expect(stdout).toContain("assay validate accepts it.");
    expect(stdout).toContain("hooks are off");
  });

  test("gives the same as data, and a page that stays with the workspace", async () => {
    const cwd = exampleFolder();
    const { stdout } = await assay(
      ["import", "promptfoo", "promptfooconfig.yaml", "--into", "out", "--output", "json"],
      { cwd },
    );
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({
      kind: "import_report",
      counts: { cases: 1, tests: 2, models: 2, variants: 2, not_translated: 1 },
    });
    expect(readFileSync(join(cwd, "out/import-report.md"), "utf8")).toContain("select-best");
  });

  test("makes a campaign whose hooks run in the sandbox and whose checks decide", async () => {
    const cwd = exampleFolder();
    writeFiles(cwd, {
      "promptfooconfig.yaml": CODE,
      "checks/named.mjs":
        "export const isShort = (output) => ({ pass: output.length < 60, score: 1, reason: 'short' });",
      "checks/plain.js":
        "const { answer } = require('./answer.js');\nmodule.exports = (output) => output.includes(answer);",
      "checks/answer.js": "exports.answer = '42';",
      "grade.py": "def is_right(output, context):\n    return context['vars']['right'] in output\n",
    });
    await assay(["import", "promptfoo", "promptfooconfig.yaml", "--into", "out", "--allow-hooks"], { cwd });
    const words = ["--suite", "Code", "--run-profile", "Code", "--evaluation-profile", "Code", "--quiet"];
    const { stdout } = await assay(["run-eval", ...words, "--output", "json"], { cwd: join(cwd, "out") });
    const [trial] = JSON.parse(stdout).trials;
    const outcomes = trial.checks.outcomes.map(({ check_id, outcome }: Record<string, string>) => [check_id, outcome]);
    expect(Object.fromEntries(outcomes)).toEqual({
      expression: "passed",
      negated: "passed",
      named: "passed",
      plain: "passed",
      python: "passed",
      "python-file": "passed",
      close: "failed",
      "look-ahead": "passed",
      tools: "failed",
      transformed: "passed",
      contains: "passed",
    });
  }, 120_000);

  test.each([
    [["import", "promptfoo", "missing.yaml"], /does not exist/],
    [["import", "promptfoo"], /missing required argument/],
    [["import", "promptfoo", "results.json", "--output", "xml"], /--output takes/],
    [["import", "openai-evals", "eval.json"], /there are no rows/],
    [["import", "answers", "promptfooconfig.yaml"], /neither JSONL/],
    [["import", "something"], /unknown command/],
  ])("%j is a usage error", async (words, message) => {
    const { code, stderr } = await assay(words, { cwd: exampleFolder() });
    expect([code, message.test(stderr) || stderr]).toEqual([2, true]);
  });
});
