import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../../../test/support/project-root.ts";
import {
  agentAt,
  caseAt,
  inWords,
  openclawBlock,
  profileText,
  suiteText,
} from "../../../test/support/small-workspace.ts";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { loadCampaign, loadEvaluationProfile } from "../index.ts";

const quickstart = join(projectRoot, "examples/quickstart");

test("the quickstart loads from anywhere below its root without a complaint", async () => {
  const loaded = await loadCampaign({
    from: join(quickstart, "configs/cases/summary"),
    suite: "quickstart",
    runProfile: "offline",
  });
  expect(loaded.diagnostics).toEqual([]);
  expect(loaded.ok && loaded.value.root).toBe(quickstart);
  expect(loaded.ok && loaded.value.cases.map(({ loaded, reason }) => [loaded.case.case_id, reason])).toEqual([
    ["arithmetic", "tag smoke"],
    ["capital", "tag smoke"],
    ["extract_json", "tag reading"],
    ["count_lines", "tag smoke"],
    ["greeting_file", "tag smoke"],
    ["run_script", "tag smoke"],
    ["summary", "tag reading"],
    ["unknown_person", "tag reading"],
  ]);
});

test("the quickstart's evaluation profile loads without a complaint", async () => {
  const loaded = await loadEvaluationProfile({ from: quickstart, reference: "offline_judge" });
  expect(loaded.diagnostics).toEqual([]);
  expect(loaded.ok && loaded.value.systemPrompt).toBe(null);
});

describe("a campaign", () => {
  const load = (files: Record<string, string>) => {
    const from = temporaryFolder({ "configs/run_profiles/r.yaml": profileText(), ...files });
    return loadCampaign({ from, suite: "s", runProfile: "r" });
  };

  test("a broken case that the suite does not select is a warning", async () => {
    const loaded = await load({
      ...caseAt("good", "tags: [smoke]\n"),
      ...caseAt("bad", "tags: [other]\nweight: 1\n"),
      "configs/suites/s.yaml": suiteText("case_selection: { include_tags: [smoke] }\n"),
    });
    expect(loaded.ok).toBe(true);
    expect(loaded.diagnostics.map(inWords)).toEqual([
      expect.stringMatching(/^warning configs\/cases\/bad\/test\.yaml:8 weight: is not a known field/),
    ]);
  });

  test("a broken case that the suite selects is an error", async () => {
    const loaded = await load({ ...caseAt("bad", "weight: 1\n"), "configs/suites/s.yaml": suiteText() });
    expect(loaded.ok).toBe(false);
    expect(loaded.diagnostics.map(inWords)).toEqual([
      expect.stringMatching(/^configs\/cases\/bad\/test\.yaml:7 weight/),
    ]);
  });

  test("a case that cannot even be parsed counts by its folder's name", async () => {
    const loaded = await load({
      ...caseAt("good"),
      "configs/cases/torn/test.yaml": "case_id: [",
      "configs/suites/s.yaml": suiteText("case_selection: { include_case_ids: [good] }\n"),
    });
    expect(loaded.ok).toBe(true);
    expect(loaded.diagnostics).toMatchObject([{ severity: "warning", file: "configs/cases/torn/test.yaml" }]);
  });

  test("openclaw cases need the openclaw block of the run profile", async () => {
    const loaded = await load({ ...caseAt("c", "", "openclaw"), "configs/suites/s.yaml": suiteText() });
    expect(loaded.diagnostics.map(inWords)).toEqual([
      "configs/run_profiles/r.yaml:1 openclaw: is missing, but the suite selects openclaw cases (c); add agent_id, timeout_seconds and, for a container, image",
    ]);
  });

  test("each openclaw case gets the agent of its assignment, else the run profile's", async () => {
    const loaded = await load({
      ...caseAt("a", "", "openclaw"),
      ...caseAt("b", "", "openclaw"),
      ...caseAt("c"),
      ...agentAt("main"),
      ...agentAt("other"),
      "configs/run_profiles/r.yaml": profileText(openclawBlock),
      "configs/suites/s.yaml": suiteText(
        "openclaw: { agent_assignments: [{ agent_id: other, case_selection: { include_case_ids: [b] } }] }\n",
      ),
    });
    expect(loaded.diagnostics).toEqual([]);
    expect(
      loaded.ok && loaded.value.cases.map(({ loaded, agent }) => [loaded.case.case_id, agent?.agent.agent_id]),
    ).toEqual([
      ["a", "main"],
      ["b", "other"],
      ["c", undefined],
    ]);
  });

  test("settings that no selected case can use, and overrides of no model of this suite, are warnings", async () => {
    const loaded = await load({
      ...caseAt("a", "", "openclaw"),
      ...agentAt("main"),
      "configs/run_profiles/r.yaml": profileText(
        `${openclawBlock}runner_defaults: { temperature: 0, max_turns: 3 }\nmodel_overrides: { bigmodel: { seed: 1 } }\n`,
      ),
      "configs/suites/s.yaml": suiteText(),
    });
    expect(loaded.ok).toBe(true);
    expect(loaded.diagnostics.map(inWords)).toEqual([
      'warning configs/run_profiles/r.yaml:6 model_overrides.bigmodel: the suite "s" has no model with this id, so these settings do nothing Did you mean "big_model"?',
      "warning configs/run_profiles/r.yaml:5 runner_defaults.max_turns: does nothing here, because all selected cases run in OpenClaw; see the openclaw block for its limits",
    ]);
  });

  test("no model and no case are errors", async () => {
    const text = "schema_version: 1\nsuite_id: s\ntitle: S\ncase_selection: { include_tags: [x] }\n";
    const loaded = await load({ ...caseAt("a"), "configs/suites/s.yaml": text });
    expect(loaded.diagnostics.map(inWords)).toEqual([
      "configs/suites/s.yaml:1 models: needs at least one model to run",
      'warning configs/suites/s.yaml:4 case_selection.include_tags[0]: no case of this workspace has the tag "x"',
      "configs/suites/s.yaml:4 case_selection: selects no case at all",
    ]);
  });

  test("problems of the suite, the run profile and a case are told together", async () => {
    const loaded = await load({
      ...caseAt("a", "x: 1\n"),
      "configs/run_profiles/r.yaml": profileText("x: 1\n"),
      "configs/suites/s.yaml": suiteText("x: 1\n"),
    });
    expect(loaded.diagnostics.map(({ severity, file }) => `${severity} ${file}`)).toEqual([
      "error configs/suites/s.yaml",
      "error configs/run_profiles/r.yaml",
      "error configs/cases/a/test.yaml",
    ]);
  });
});
