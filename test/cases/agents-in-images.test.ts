import { describe, expect, test } from "vitest";
import { loadCampaign, validatePaths } from "../../src/config/index.ts";
import { agentAt, caseText, inWords, profileText, suiteText } from "../support/small-workspace.ts";
import { temporaryFolder } from "../support/temporary.ts";

const NEW = "openclaw:2026.9.6";
const OLD = "openclaw:2026.4.15";
const SUITE = "configs/suites/s.yaml";
const PROFILE = "configs/run_profiles/r.yaml";

const PROMPT = "openclaw: { agent: { prompt: Be brief. } }\n";
const assigns = (runner: string, id = "talker") =>
  suiteText(`${runner}:\n  agent_assignments:\n    - { agent_id: ${id}, case_selection: { include_case_ids: [c] } }\n`);
const onImage = (image: string) =>
  profileText(`openclaw: { agent_id: plain, image: '${image}', timeout_seconds: 60 }\n`);
const HERE = profileText("openclaw: { agent_id: plain, timeout_seconds: 60 }\n");
const ANY = profileText("agent: { timeout_seconds: 60 }\n");

const BASE = {
  ...agentAt("plain"),
  ...agentAt("talker", PROMPT),
  "configs/cases/c/test.yaml": caseText("c", "", "openclaw"),
  [SUITE]: assigns("openclaw"),
  [PROFILE]: onImage(OLD),
};
const AGENT_CASE = { "configs/cases/c/test.yaml": caseText("c", "", "agent") };

/** The output of `assay validate`, and of `plan`. */
async function told(files: Record<string, string>) {
  const root = temporaryFolder({ ...BASE, ...files });
  const validated = await validatePaths({ cwd: root, paths: [] });
  const campaign = await loadCampaign({ from: root, suite: "s", runProfile: "r" });
  const about = (words: string) => words.includes("OpenClaw 2026");
  return {
    validated: validated.diagnostics.map(inWords).filter(about),
    planned: campaign.diagnostics.map(inWords).filter(about),
  };
}

describe("an agent whose image refuses its configuration is found by `validate` and by `plan`", () => {
  const refuses = (image: string, field: string, agent = "talker") =>
    `OpenClaw ${image} refuses openclaw.${field}, which the agent "${agent}" sets, so every trial would be invalid`;
  const own = (words: string) => words.replace(/(2026\.\d+\.\d+)/, "$1, the agent's own image,");
  test.each<[string, Record<string, string>, string]>([
    ["assigned by the suite", { [PROFILE]: onImage(NEW) }, `openclaw.image: ${refuses("2026.9.6", "agent.prompt")}`],
    [
      "with a key that only the newer version takes",
      agentAt("talker", "openclaw: { agents_defaults: { skipOptionalBootstrapFiles: true } }\n"),
      `openclaw.image: ${refuses("2026.4.15", "agents_defaults.skipOptionalBootstrapFiles")}`,
    ],
    [
      "in its own image, because the run profile names none",
      { ...agentAt("talker", `image: ${NEW}\n${PROMPT}`), [PROFILE]: HERE },
      `openclaw: ${own(refuses("2026.9.6", "agent.prompt"))}`,
    ],
    [
      "of the run profile, in its own image",
      { ...agentAt("plain", `image: ${NEW}\n${PROMPT}`), [PROFILE]: HERE, [SUITE]: suiteText() },
      `openclaw: ${own(refuses("2026.9.6", "agent.prompt", "plain"))}`,
    ],
    [
      "assigned in agent cases",
      { ...agentAt("talker", `image: ${NEW}\n${PROMPT}`), ...AGENT_CASE, [SUITE]: assigns("agent"), [PROFILE]: ANY },
      `agent: ${own(refuses("2026.9.6", "agent.prompt"))}`,
    ],
    [
      "of a model",
      {
        ...agentAt("talker", `image: ${NEW}\n${PROMPT}`),
        ...AGENT_CASE,
        [SUITE]: suiteText().replace("model_id: big_model", "model_id: m, agent_id: talker"),
        [PROFILE]: ANY,
      },
      `agent: ${own(refuses("2026.9.6", "agent.prompt"))}`,
    ],
  ])("%s", async (_, files, says) => {
    const { validated, planned } = await told(files);
    expect(validated).toEqual([expect.stringContaining(`${PROFILE}:4 ${says}`)]);
    expect(planned).toEqual([expect.stringContaining(`${PROFILE}:4 ${says}`)]);
    expect(validated[0]).not.toMatch(/^warning/);
  });
});

describe("an agent is accepted", () => {
  test.each<[string, Record<string, string>]>([
    ["that its image takes", {}],
    [
      "whose own image does not count, because the run profile names another",
      agentAt("talker", `image: ${NEW}\n${PROMPT}`),
    ],
    [
      "that no suite and no profile names",
      { ...agentAt("idle", PROMPT), ...agentAt("talker"), [PROFILE]: onImage(NEW) },
    ],
    ["in an image whose tag says no version", { [PROFILE]: onImage("openclaw:stable") }],
    ["in the sandbox, where its program is asked", { [PROFILE]: HERE }],
    [
      "in agent cases, whatever image the profile has for OpenClaw's",
      {
        ...agentAt("talker", `kind: openclaw\nimage: ${OLD}\n${PROMPT}`),
        ...AGENT_CASE,
        [SUITE]: assigns("agent"),
        [PROFILE]: `${onImage(NEW)}agent: { timeout_seconds: 60 }\n`,
      },
    ],
  ])("%s", async (_, files) => {
    expect(await told(files)).toEqual({ validated: [], planned: [] });
  });

  test("with a warning, where another run profile takes what this one's image refuses", async () => {
    const other = onImage(NEW).replace("run_profile_id: r", "run_profile_id: new");
    const { validated, planned } = await told({ "configs/run_profiles/new.yaml": other });
    expect(validated).toEqual([
      expect.stringMatching(/^warning configs\/run_profiles\/new\.yaml:4 openclaw\.image: OpenClaw 2026\.9\.6 refuses/),
    ]);
    expect(planned).toEqual([]);
  });
});
