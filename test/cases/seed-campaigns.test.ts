import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { validatePaths } from "../../src/config/index.ts";
import { assay } from "../support/assay.ts";
import { projectRoot } from "../support/project-root.ts";
import { inWords } from "../support/small-workspace.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** Seven campaigns in the layout of the seeds' project: agents, cases, profiles and suites as its users write them. */
function seedLayout(): string {
  const root = temporaryFolder();
  cpSync(join(projectRoot, "test/fixtures/seed-layout"), root, { recursive: true });
  return root;
}

const CLAW = "configs/run_profiles/claw.yaml";
const JUDGE = "configs/evaluation_profiles/judge_small.yaml";

interface Planned {
  trials: { case_id: string; model_id: string; run_id: string; action: string }[];
}

async function planned(root: string, suite: string, runProfile: string): Promise<Planned> {
  const words = ["plan", "--suite", suite, "--run-profile", runProfile, "--output", "json"];
  const { code, stdout, stderr } = await assay(words, { cwd: root });
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining("error") });
  return JSON.parse(stdout) as Planned;
}

test("all of it is valid, and each form that we would write otherwise is named", async () => {
  const { diagnostics } = await validatePaths({ cwd: seedLayout(), paths: [] });
  const told = diagnostics.map(inWords);
  expect(told.filter((words) => !words.startsWith("warning"))).toEqual([]);
  const fields = diagnostics.map(({ field, file }) => field ?? file);
  const times = (count: number, field: string) => Array.from({ length: count }, () => field);
  expect(fields.sort()).toEqual(
    [
      ...times(5, "rubric.scale.anchors"),
      ...times(3, "openclaw.agents_defaults.sandbox"),
      ...times(3, "openclaw.identity"),
      ...times(3, "openclaw.model_defaults.aliases"),
      "configs/agents/desk_clerk/workspace/.openclaw",
      "evaluation_profile_id",
      "run_profile_id",
    ].sort(),
  );
});

describe("every campaign is planned", () => {
  test.each([
    ["probe_examples", "probe", ["diligent probe_tools"]],
    ["probe_language", "probe", ["diligent polite_refusal", "hasty polite_refusal"]],
    ["probe_reading", "probe", ["diligent notes"]],
    ["claw_smoke", CLAW, ["baseline_model claw_report"]],
    ["claw_examples", CLAW, ["some_model claw_patch", "some_model claw_report", "some_model claw_two_turns"]],
    ["claw_reasoning", CLAW, ["quick claw_two_turns", "thinking claw_two_turns"]],
    [
      "claw_specialists",
      CLAW,
      ["some_model claw_patch", "some_model claw_report", "some_model claw_shelf", "some_model claw_two_turns"],
    ],
  ])("%s", async (suite, runProfile, expected) => {
    const { trials } = await planned(seedLayout(), suite, runProfile);
    expect(trials.map(({ model_id, case_id }) => `${model_id} ${case_id}`).sort()).toEqual(expected);
    expect(trials.every(({ action }) => action === "run")).toBe(true);
  });
});

describe("a campaign that needs no container runs and is judged", () => {
  test.each(["probe_examples", "probe_language", "probe_reading"])("%s", async (suite) => {
    const root = seedLayout();
    const words = ["run-eval", "--suite", suite, "--run-profile", "probe", "--evaluation-profile", JUDGE];
    const { code, stdout, stderr } = await assay([...words, "--output", "json"], { cwd: root });
    expect({ code, stderr: code === 2 ? stderr : "" }).toEqual({ code: expect.toBeOneOf([0, 1]), stderr: "" });
    expect(stdout).toContain(suite);
    const packets = filesBelow(join(root, "outputs/evaluations")).filter((path) => path.endsWith("prompt.user.json"));
    expect(packets.length).toBeGreaterThan(0);
    const texts = packets.map((path) => readFileSync(path, "utf8"));
    // The judge is shown one form, whichever was written.
    for (const text of texts) expect(text).not.toMatch(/"scale":\{[^}]*"anchors"/);
    if (suite === "probe_examples")
      expect(texts[0]).toContain('"scale":{"min":0,"max":10},"anchors":{"0":"Nothing was');
  });
});

describe("what identifies a trial", () => {
  const CASE = "configs/cases/claw_patch/test.yaml";
  const change = (root: string, path: string, from: string, to: string) => {
    const text = readFileSync(join(root, path), "utf8");
    expect(text).toContain(from);
    writeFileSync(join(root, path), text.replace(from, to));
  };
  const idOf = async (root: string) => {
    const { trials } = await planned(root, "claw_examples", CLAW);
    return trials.find(({ case_id }) => case_id === "claw_patch")!.run_id;
  };
  const AGENT = "configs/agents/desk_clerk/agent.yaml";
  let known: Promise<string> | undefined;
  const untouched = () => {
    known ??= idOf(seedLayout());
    return known;
  };

  test.each<[string, (root: string) => void]>([
    ["a hint of one's own", (root) => change(root, CASE, "patch_existing_file", "write_new_file")],
    ["no hint at all", (root) => change(root, CASE, "      task_mode: patch_existing_file\n", "")],
    [
      "the state that OpenClaw left in the workspace",
      (root) => rmSync(join(root, "configs/agents/desk_clerk/workspace/.openclaw"), { recursive: true }),
    ],
    [
      "the alias as a list",
      (root) => change(root, AGENT, "\n      default: benchmark-primary", " [benchmark-primary]"),
    ],
    ["the sandbox in OpenClaw's words", (root) => change(root, AGENT, "workspace-write", "{ mode: 'off' }")],
    ["where the anchors stand", (root) => change(root, CASE, "    anchors:", "  anchors:")],
  ])("%s changes nothing", async (_, prepare) => {
    const root = seedLayout();
    prepare(root);
    expect(await idOf(root)).toBe(await untouched());
  });

  test.each<[string, (root: string) => void]>([
    [
      "the expected artifact",
      (root) => change(root, CASE, "expected_artifact: plan.md", "expected_artifact: other.md"),
    ],
    ["another alias", (root) => change(root, AGENT, "benchmark-primary", "another")],
    [
      "parameters of the agent",
      (root) =>
        change(root, AGENT, "  model_defaults:\n", "  model_defaults:\n    primary_params: { max_tokens: 9 }\n"),
    ],
  ])("%s makes another trial", async (_, prepare) => {
    const root = seedLayout();
    prepare(root);
    expect(await idOf(root)).not.toBe(await untouched());
  });
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
