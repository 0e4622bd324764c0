import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { sampleSize } from "../../../test/support/thorough.ts";
import { importPromptfoo } from "../index.ts";

const PLAIN = "prompts: ['{{q}}']\nproviders: [openai:gpt-5-mini]\n";

async function importing(config: string, files: Record<string, string> = {}, options = {}) {
  const cwd = temporaryFolder({ "promptfooconfig.yaml": config, ...files });
  const report = await importPromptfoo({ cwd, file: "promptfooconfig.yaml", into: "out", ...options });
  return { cwd, report, out: join(cwd, "out") };
}

const yamlAt = (out: string, path: string) => parse(readFileSync(join(out, path), "utf8"));
const onlyCase = (out: string) => join("configs/cases", readdirSync(join(out, "configs/cases")).sort()[0]!);

describe("a configuration of promptfoo", () => {
  test("puts tests that differ in values only into one dataset", async () => {
    const { out, report } = await importing(
      `${PLAIN}tests:
  - { vars: { q: France }, assert: [{ type: contains, value: Paris }, { type: llm-rubric, value: Names {{q}}'s capital. }] }
  - { vars: { q: Italy }, assert: [{ type: contains, value: Rome }, { type: llm-rubric, value: Names {{q}}'s capital. }] }
`.replaceAll("value: Names {{q}}'s capital. }", `value: "Names {{q}}'s capital." }`),
    );
    expect(report.counts).toMatchObject({ cases: 1, tests: 2, models: 1, not_translated: 0 });
    const written = yamlAt(out, join(onlyCase(out), "test.yaml"));
    expect(written.deterministic_checks).toEqual([
      {
        check_id: "contains",
        required: true,
        declarative: { kind: "response_contains", text: "{{expected_1}}", case_sensitive: true },
      },
    ]);
    expect(written.expectations.hard_expectations).toEqual([{ text: "Names {{q}}'s capital.", weight: 1 }]);
    expect(readFileSync(join(out, onlyCase(out), "tests.jsonl"), "utf8")).toBe(
      '{"test":"1","q":"France","expected_1":"Paris"}\n{"test":"2","q":"Italy","expected_1":"Rome"}\n',
    );
  });

  test("makes variants of prompts that differ in their system messages", async () => {
    const chat = (system: string) => `'[{"role":"system","content":"${system}"},{"role":"user","content":"{{q}}"}]'`;
    const { out } = await importing(
      `prompts: [${chat("Be brief.")}, ${chat("Be kind.")}]\nproviders: [openai:gpt-5-mini]\ntests: [{ vars: { q: hi } }]\n`,
    );
    const [suite] = readdirSync(join(out, "configs/suites"));
    expect(yamlAt(out, join("configs/suites", suite!)).variants).toEqual([
      { variant_id: "prompt_1", system_prompt: "Be brief." },
      { variant_id: "prompt_2", system_prompt: "Be kind." },
    ]);
  });

  test("says where each thing stands that did not translate", async () => {
    const { report } = await importing(
      `${PLAIN}outputPath: x.json\ntests:\n  - vars: { q: hi }\n    assert:\n      - type: select-best\n        value: best\n`,
    );
    expect(
      report.entries.filter(({ outcome }) => outcome === "not_translated").map(({ what, places }) => [what, places]),
    ).toEqual([
      ["outputPath", ["promptfooconfig.yaml:3:13"]],
      ["assertion select-best", ["promptfooconfig.yaml:7:9"]],
    ]);
    expect(report.counts.not_translated).toBe(2);
  });

  test("leaves hooks off, unless somebody allows them", async () => {
    const config = `${PLAIN}tests: [{ vars: { q: hi }, assert: [{ type: javascript, value: "output === 'hi'" }] }]\n`;
    const profileOf = (out: string) =>
      yamlAt(out, join("configs/evaluation_profiles", readdirSync(join(out, "configs/evaluation_profiles"))[0]!));
    const off = await importing(config);
    expect(profileOf(off.out).security_policy).toEqual({ allow_local_python_hooks: false });
    expect(off.report.next.join("\n")).toContain("hooks are off");
    const on = await importing(config, {}, { allowHooks: true });
    expect(profileOf(on.out).security_policy).toEqual({ allow_local_python_hooks: true });
  });

  test("overwrites nothing, and writes nothing where something is in the way", async () => {
    const { cwd, out } = await importing(`${PLAIN}tests: [{ vars: { q: hi } }]\n`);
    const before = readFileSync(join(out, "import-report.md"), "utf8");
    await expect(importPromptfoo({ cwd, file: "promptfooconfig.yaml", into: "out" })).rejects.toThrow(
      /already there in .*nothing was changed/,
    );
    expect(readFileSync(join(out, "import-report.md"), "utf8")).toBe(before);
  });

  test("runs no code of its own, not even as a configuration", async () => {
    const trap = "require('node:fs').writeFileSync('trap', '');";
    const cwd = temporaryFolder({ "promptfooconfig.js": trap, "p.js": trap });
    await expect(importPromptfoo({ cwd, file: "promptfooconfig.js" })).rejects.toThrow(
      /is code, which is not run here/,
    );
    const { cwd: other } = await importing(
      `prompts: [file://p.js, '{{q}}']\nproviders: [file://p.js]\ntests:\n  - file://p.js\n  - { vars: { q: hi, r: file://p.js }, assert: [{ type: javascript, value: file://p.js }, { type: contains, value: file://p.js }] }\n`,
      { "p.js": trap },
    );
    expect([existsSync(join(cwd, "trap")), existsSync(join(other, "trap")), existsSync("trap")]).toEqual([
      false,
      false,
      false,
    ]);
  });

  test("reads files outside of its folder only if it is told to", async () => {
    const outside = join(temporaryFolder({ "secret.txt": "the secret of somebody" }), "secret.txt");
    const config = `${PLAIN}tests: [{ vars: { q: "file://${outside}" } }]\n`;
    const refused = await importing(config);
    expect(JSON.stringify(refused.report.entries)).toContain("outside the configuration's folder");
    expect(readFileSync(join(refused.out, onlyCase(refused.out), "tests.jsonl"), "utf8")).not.toContain("secret of");
    const told = await importing(config, {}, { allowOutside: true });
    expect(readFileSync(join(told.out, onlyCase(told.out), "tests.jsonl"), "utf8")).toContain("the secret of somebody");
  });

  test("has its keys named and never copied, wherever else they stand", async () => {
    const key = "sk-live-abcdefgh12345678";
    const { out, report } = await importing(
      `prompts: ['{{q}}']\nproviders: [{ id: openai:gpt-5, config: { apiKey: ${key} } }]\ntests: [{ vars: { q: "my key is ${key}" } }]\n`,
    );
    const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const entry of files) expect(readFileSync(join(entry.parentPath, entry.name), "utf8")).not.toContain(key);
    expect(report.environment).toEqual(["OPENAI_API_KEY"]);
  });

  test.each([
    ["", /is empty/],
    ["just a text", /not a promptfoo configuration/],
    ["answer: 42", /neither prompts nor providers nor tests/],
    ["prompts: [", /cannot be imported/],
    ["prompts: [file://missing.txt]\nproviders: [openai:x]\n", /none of its prompts/],
    [`${PLAIN}tests: file://missing.csv\n`, /none of its tests[\s\S]*missing\.csv/],
    [
      "a: &a [x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\nprompts: [*d,*d,*d]\n",
      /cannot be imported/,
    ],
    [
      `${PLAIN}tests: [{ vars: { ${Array.from({ length: 8 }, (_, index) => `v${index}: [${"x,".repeat(9)}x]`).join(", ")} } }]\n`,
      /make 100000000 tests/,
    ],
  ])("that cannot be used is an error, and nothing is written: %s", async (config, message) => {
    const cwd = temporaryFolder({ "promptfooconfig.yaml": config });
    const failure = await importPromptfoo({ cwd, file: "promptfooconfig.yaml", into: "out" }).catch((error) => error);
    expect(`${failure.message} ${JSON.stringify(failure.diagnostics)}`).toMatch(message);
    expect(existsSync(join(cwd, "out"))).toBe(false);
  });

  const ROWS = sampleSize(5_000, 100_000);
  test(`with ${ROWS} tests in a table becomes one case with as many rows`, async () => {
    const rows = Array.from(
      { length: ROWS },
      (_, index) => `question ${index},contains:${index},llm-rubric:Speaks about ${index}`,
    );
    const { out, report } = await importing(`${PLAIN}tests: file://tests.csv\n`, {
      "tests.csv": `q,__expected1,__expected2\n${rows.join("\n")}\n`,
    });
    expect(report.counts).toMatchObject({ cases: 1, tests: ROWS, not_translated: 0 });
    expect(report.validation).toMatchObject({ ok: true });
    expect(readFileSync(join(out, onlyCase(out), "tests.jsonl"), "utf8").split("\n")).toHaveLength(ROWS + 1);
    expect(report.entries.every(({ places }) => places.length <= 50)).toBe(true);
  }, 300_000);

  test("with more shapes of tests than there can be cases is refused", async () => {
    const tests = Array.from({ length: 2001 }, (_, index) => ({
      vars: { q: "hi" },
      assert: [{ type: "contains", value: "x", metric: `metric ${index}` }],
    }));
    const cwd = temporaryFolder({
      "promptfooconfig.yaml": `${PLAIN}tests: file://tests.json\n`,
      "tests.json": JSON.stringify(tests),
    });
    await expect(importPromptfoo({ cwd, file: "promptfooconfig.yaml", into: "out" })).rejects.toThrow(
      /2001 different shapes/,
    );
    expect(existsSync(join(cwd, "out"))).toBe(false);
  });
});
