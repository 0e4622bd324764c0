import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { temporaryFolder } from "../support/temporary.ts";

const caseText = (id: string, tags: string, rest = "") =>
  `schema_version: 1\ncase_id: ${id}\ntitle: Title of ${id}\nrunner: { type: llm_probe }\ntags: [${tags}]\ninput: { messages: [{ role: user, content: Hi }] }\n${rest}`;

const files = {
  "configs/cases/alpha/test.yaml": caseText("alpha", "smoke"),
  "configs/cases/group/beta/test.yaml": caseText("beta", "smoke, slow"),
  "configs/cases/gamma/test.yaml": caseText("gamma", "other", "oops: 1\n"),
  "configs/suites/fast.yaml": `schema_version: 1
suite_id: fast
title: Fast ones
models:
  - { model_id: mini, provider: openai, model_name: gpt-4o-mini, label: Mini }
case_selection: { include_tags: [smoke], exclude_tags: [slow] }
`,
  "configs/suites/wrong.yaml":
    "schema_version: 1\nsuite_id: wrong\ntitle: W\nmodels: [{ model_id: m }]\ncase_selection: { include_case_ids: [alhpa] }\n",
};

describe("assay cases", () => {
  test("lists every case, also a broken one", async () => {
    const { code, stdout, stderr } = await assay(["cases"], { cwd: temporaryFolder(files) });
    expect(stdout).toBe(
      [
        "alpha  llm_probe  smoke        Title of alpha",
        "gamma  broken     other",
        "beta   llm_probe  smoke, slow  Title of beta",
        "",
      ].join("\n"),
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "1 case is broken; `assay validate` says why.\n" });
  });

  test("shows what a suite selects and why", async () => {
    const { stdout } = await assay(["cases", "--suite", "fast"], { cwd: temporaryFolder(files) });
    expect(stdout).toBe(
      [
        "✓  alpha  tag smoke           llm_probe  smoke        Title of alpha",
        "·  gamma  no included tag     broken     other",
        "·  beta   exclude_tags: slow  llm_probe  smoke, slow  Title of beta",
        "",
      ].join("\n"),
    );
  });

  test("gives both as data", async () => {
    const { stdout } = await assay(["cases", "--suite", "fast", "--output", "json"], { cwd: temporaryFolder(files) });
    expect(JSON.parse(stdout).cases[0]).toEqual({
      case_id: "alpha",
      path: expect.stringMatching(/configs\/cases\/alpha\/test\.yaml$/),
      title: "Title of alpha",
      runner: "llm_probe",
      tags: ["smoke"],
      broken: false,
      selected: true,
      reason: "tag smoke",
    });
  });

  test("an unknown id in a suite's selection is an error", async () => {
    const { code, stdout, stderr } = await assay(["cases", "--suite", "wrong"], { cwd: temporaryFolder(files) });
    expect(stderr).toContain(
      'configs/suites/wrong.yaml:5:38  error  case_selection.include_case_ids[0]: no case of this workspace has the id "alhpa". Did you mean "alpha"?',
    );
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });

  test("outside of a workspace it says what to do", async () => {
    const { code, stderr } = await assay(["cases"], { cwd: temporaryFolder() });
    expect(stderr).toBe("error: no workspace (configs/) here or above; `assay init` creates one\n");
    expect(code).toBe(2);
  });
});

describe("assay suites", () => {
  test("lists the suites", async () => {
    const { stdout } = await assay(["suites"], { cwd: temporaryFolder(files) });
    expect(stdout).toBe("fast   1 model  Fast ones\nwrong  1 model  W\n");
  });

  test("shows one: its models as they are asked for, its cases and what is left out", async () => {
    const { stdout } = await assay(["suites", "fast"], { cwd: temporaryFolder(files) });
    expect(stdout).toBe(`fast  Fast ones

Models
  mini  openai/gpt-4o-mini  Mini

Cases selected (1)
  alpha  tag smoke

Cases left out (2)
  gamma  no included tag
  beta   exclude_tags: slow
`);
  });

  test("gives it as data", async () => {
    const { stdout } = await assay(["suites", "fast", "--output", "json"], { cwd: temporaryFolder(files) });
    expect(JSON.parse(stdout)).toEqual({
      schema_version: 1,
      suite_id: "fast",
      title: "Fast ones",
      models: [{ model_id: "mini", model: "openai/gpt-4o-mini", label: "Mini" }],
      cases: [{ case_id: "alpha", reason: "tag smoke" }],
      left_out: [
        { case_id: "gamma", reason: "no included tag", broken: true },
        { case_id: "beta", reason: "exclude_tags: slow" },
      ],
    });
  });

  test("a misspelt id is answered with the likely one", async () => {
    const { code, stderr } = await assay(["suites", "fats"], { cwd: temporaryFolder(files) });
    expect(stderr).toContain('no suite has this id; configs/suites/ has fast, wrong. Did you mean "fast"?');
    expect(code).toBe(2);
  });
});

describe("assay schema", () => {
  const kinds = [
    "test-case",
    "suite",
    "run-profile",
    "evaluation-profile",
    "agent",
    "tool",
    "rubric",
    "batch-spec",
    "workspace",
  ];

  test.each(kinds)("prints the JSON Schema of a %s", async (kind) => {
    const { code, stdout } = await assay(["schema", kind]);
    const schema = JSON.parse(stdout);
    expect(schema).toMatchObject({
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      additionalProperties: false,
    });
    expect(schema.title).toBe(`Assay ${kind}`);
    expect(code).toBe(0);
  });

  test("asks for required fields only, not for those with a default", async () => {
    const { required } = JSON.parse((await assay(["schema", "run-profile"])).stdout);
    expect(required).toEqual(["schema_version", "run_profile_id", "title"]);
  });

  test("lists the kinds", async () => {
    const { stdout } = await assay(["schema"]);
    expect(stdout.split("\n").map((line) => line.split(" ")[0])).toEqual([...kinds, ""]);
  });

  test("writes all of them into a folder", async () => {
    const cwd = temporaryFolder();
    await assay(["schema", "--write", "configs/.schemas"], { cwd });
    expect(readdirSync(join(cwd, "configs/.schemas")).sort()).toEqual(kinds.map((kind) => `${kind}.json`).sort());
    expect(JSON.parse(readFileSync(join(cwd, "configs/.schemas/suite.json"), "utf8")).title).toBe("Assay suite");
  });

  test.each(["testcase", "case"])("%s is answered with the kind that is likely meant", async (written) => {
    const { code, stderr } = await assay(["schema", written]);
    expect(stderr).toContain(`no kind of file is called "${written}"`);
    expect(stderr).toContain('Did you mean "test-case"?');
    expect(code).toBe(2);
  });
});
