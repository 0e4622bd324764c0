import { cpSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { projectRoot } from "../support/project-root.ts";
import { temporaryFolder, writeFiles } from "../support/temporary.ts";

const quickstart = join(projectRoot, "examples/quickstart");
const broken = `schema_version: 1
suite_id: s
titel: S
models:
  - model_id: m
`;

describe("assay validate", () => {
  test("finds nothing to say about the quickstart", async () => {
    const { code, stdout, stderr } = await assay(["validate"], { cwd: quickstart });
    expect(stdout).toMatch(/^✓ \d+ cases, .* checked: no problem found\n$/);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  test("accepts every example as it is shipped", async () => {
    const examples = readdirSync(join(projectRoot, "examples")).filter((name) =>
      existsSync(join(projectRoot, "examples", name, "configs")),
    );
    for (const example of examples) {
      const { code, stdout } = await assay(["validate"], { cwd: join(projectRoot, "examples", example) });
      expect(code, stdout).toBe(0);
    }
  });

  test("points at a mistake with place, field, suggestion and frame, and exits with 2", async () => {
    const cwd = temporaryFolder({ "configs/suites/s.yaml": broken });
    const { code, stdout, stderr } = await assay(["validate"], { cwd });
    expect(
      stdout,
    ).toBe(`configs/suites/s.yaml:3:1  error  titel: is not a known field here; fields here: schema_version, suite_id, title, models, variants, case_selection, openclaw, agent, metadata. Did you mean "title"?
    1 | schema_version: 1
    2 | suite_id: s
  > 3 | titel: S
      | ^^^^^
    4 | models:

✗ 1 suite checked: 1 error
`);
    expect({ code, stderr }).toEqual({ code: 2, stderr: "" });
  });

  test("gives the same as data", async () => {
    const cwd = temporaryFolder({ "configs/suites/s.yaml": broken });
    const { code, stdout } = await assay(["validate", "--output", "json"], { cwd });
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toEqual({
      schema_version: 1,
      ok: false,
      checked: { suite: 1 },
      diagnostics: [
        {
          severity: "error",
          file: "configs/suites/s.yaml",
          line: 3,
          column: 1,
          field: "titel",
          found: '"titel"',
          expected: "schema_version, suite_id, title, models, variants, case_selection, openclaw, agent or metadata",
          message: expect.stringContaining("is not a known field here"),
          suggestion: 'Did you mean "title"?',
          frame: expect.stringContaining("> 3 | titel: S"),
        },
      ],
    });
  });

  test("warnings alone leave the exit code at 0", async () => {
    const cwd = temporaryFolder({ "configs/suites/s.yaml": "schema_version: 1\nsuite_id: s\ntitle: S\n" });
    const { code, stdout } = await assay(["validate"], { cwd });
    expect(stdout).toContain("✓ 1 suite checked: 2 warnings");
    expect(code).toBe(0);
  });

  test("paints only on a terminal or when told to", async () => {
    const cwd = temporaryFolder({ "configs/suites/s.yaml": broken });
    expect((await assay(["validate"], { cwd })).stdout).not.toContain("\u001b[");
    expect((await assay(["validate"], { cwd, env: { NO_COLOR: "", FORCE_COLOR: "1" } })).stdout).toContain(
      "\u001b[31m",
    );
  });

  test("looks only at the paths it is given", async () => {
    const cwd = temporaryFolder();
    cpSync(quickstart, cwd, { recursive: true });
    writeFiles(cwd, { "configs/suites/s.yaml": broken });
    expect((await assay(["validate", "configs/cases"], { cwd })).code).toBe(0);
    expect((await assay(["validate", "configs/suites/quickstart.yaml"], { cwd })).stdout).toBe(
      "✓ 1 suite checked: no problem found\n",
    );
    expect((await assay(["validate", "configs/suites/s.yaml", "configs/cases"], { cwd })).code).toBe(2);
    expect((await assay(["validate", cwd], { cwd: "/" })).code).toBe(2);
  });

  test("tells a single file by what stands in it, wherever it lies", async () => {
    const cwd = temporaryFolder({
      "my.yaml":
        "schema_version: 1\ncase_id: c\ntitle: T\nrunner: { type: llm_probe }\ninput:\n  attachments: [gone.md]\n  messages: [{ role: user, content: Hi }]\n",
      "what.yaml": "hello: there\n",
      "broken.json": '{"case_id": "c",}',
    });
    const mine = await assay(["validate", "my.yaml"], { cwd });
    expect(mine.stdout).toContain('my.yaml:6:17  error  input.attachments[0]: the attachment "gone.md" does not exist');
    expect((await assay(["validate", "what.yaml"], { cwd })).stdout).toContain("cannot tell what kind of file this is");
    expect((await assay(["validate", "broken.json"], { cwd })).stdout).toContain(
      "broken.json:1:17  error  is not valid JSON",
    );
  });

  test.each([
    ["gone.yaml", "gone.yaml  error  does not exist."],
    [".", "no workspace here or above"],
  ])("says what is wrong with the path %s", async (path, expected) => {
    const { code, stdout } = await assay(["validate", path], { cwd: temporaryFolder({ "notes.txt": "" }) });
    expect(stdout).toContain(expected);
    expect(code).toBe(2);
  });

  test("an unknown output format is a usage error", async () => {
    const { code, stderr } = await assay(["validate", "--output", "xml"], { cwd: quickstart });
    expect(stderr).toBe('error: --output takes text or json, not "xml"\n');
    expect(code).toBe(2);
  });
});
