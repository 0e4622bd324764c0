import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CampaignConfig, loadCampaign, loadEvaluationProfile, validatePaths } from "../../src/config/index.ts";
import { caseText, evaluationText, inWords, judged, profileText, suiteText } from "../support/small-workspace.ts";
import { temporaryFolder } from "../support/temporary.ts";

const AGENT = "configs/agents/main/agent.yaml";
const CASE = "configs/cases/c/test.yaml";
const PROFILE = "configs/run_profiles/r.yaml";
const EVALUATION = "configs/evaluation_profiles/e.yaml";
const SUITE = "configs/suites/s.yaml";

const agentText = (rest: string) => `schema_version: 1\nagent_id: main\ntitle: A\n${rest}`;
const onImage = (image: string) =>
  profileText(`openclaw: { agent_id: main, image: '${image}', timeout_seconds: 60 }\n`);
const agentCase = (rest = "") => caseText("c", rest, "openclaw");
const rubric = (fields: string) => agentCase(`rubric:\n${fields}`);
const context = (fields: string) => agentCase(`  context:\n    openclaw: ${fields}\n`);
const fragments = (fields: string) => agentText(`openclaw:\n${fields}`);

const WORKSPACE = {
  [AGENT]: agentText(""),
  "configs/agents/main/workspace/AGENTS.md": "",
  [CASE]: agentCase(),
  [SUITE]: suiteText(),
  [PROFILE]: onImage("openclaw:2026.4.15"),
  [EVALUATION]: evaluationText(judged),
};

interface Row {
  what: string;
  files: Record<string, string>;
  prepare?: (root: string) => void;
}

/** The output of `assay validate`, and of `plan`, `run` and `report`, which load a campaign. */
async function told({ files, prepare }: Row) {
  const root = temporaryFolder({ ...WORKSPACE, ...files });
  prepare?.(root);
  const validated = await validatePaths({ cwd: root, paths: [] });
  const campaign = await loadCampaign({ from: root, suite: "s", runProfile: "r" });
  return { root, validated: validated.diagnostics.map(inWords), campaign, planned: campaign.diagnostics.map(inWords) };
}

const rubricOf = ({ cases: [only] }: CampaignConfig) => only!.loaded.case.rubric;
const openclawOf = ({ cases: [only] }: CampaignConfig) => only!.agent!.agent.openclaw;
const contextOf = ({ cases: [only] }: CampaignConfig) => only!.loaded.case.input.context.openclaw;

describe("a form of the seed that is accepted has its effect", () => {
  test.each<Row & { gives?: (config: CampaignConfig) => unknown; expected?: unknown; warns?: string[] }>([
    {
      what: "rubric.anchors",
      files: { [CASE]: rubric('  scale: { min: 0, max: 10 }\n  anchors: { "10": All, "0": None }\n') },
      gives: rubricOf,
      expected: { version: 1, scale: { min: 0, max: 10 }, anchors: { "10": "All", "0": "None" } },
    },
    {
      what: "rubric.scale.anchors, as the same rubric",
      files: { [CASE]: rubric('  scale:\n    min: 0\n    max: 10\n    anchors: { "10": All, "0": None }\n') },
      gives: rubricOf,
      expected: { version: 1, scale: { min: 0, max: 10 }, anchors: { "10": "All", "0": "None" } },
      warns: [`warning ${CASE}:11 rubric.scale.anchors: is understood; we prefer \`anchors\` beside \`scale\`, as`],
    },
    {
      what: "rubric.scale.anchors in every row of a dataset, with one warning for all",
      files: {
        [CASE]: rubric(
          '  scale:\n    min: 0\n    max: 10\n    anchors: { "10": "Says {{word}}" }\ndataset: { path: rows.csv }\n',
        ),
        "configs/cases/c/rows.csv": "word\nyes\nno\n",
      },
      gives: ({ cases }) => cases.map(({ loaded }) => loaded.case.rubric?.anchors),
      expected: [{ "10": "Says yes" }, { "10": "Says no" }],
      warns: [`warning ${CASE}:11 rubric.scale.anchors: is understood`],
    },
    {
      what: "aliases as a name",
      files: { [AGENT]: fragments("  model_defaults: { aliases: primary }\n") },
      gives: openclawOf,
      expected: { model_defaults: { aliases: "primary" } },
    },
    {
      what: "aliases as a list",
      files: { [AGENT]: fragments("  model_defaults: { aliases: [primary] }\n") },
      gives: openclawOf,
      expected: { model_defaults: { aliases: ["primary"] } },
    },
    {
      what: "aliases as a mapping, as the same list",
      files: { [AGENT]: fragments("  model_defaults:\n    aliases: { default: primary }\n") },
      gives: openclawOf,
      expected: { model_defaults: { aliases: ["primary"] } },
      warns: [`warning ${AGENT}:6 openclaw.model_defaults.aliases: is understood; we prefer the name alone`],
    },
    {
      what: "model_defaults.primary_params",
      files: { [AGENT]: fragments("  model_defaults: { primary_params: { max_tokens: 8192 } }\n") },
      gives: openclawOf,
      expected: { model_defaults: { primary_params: { max_tokens: 8192 } } },
    },
    {
      what: "sandbox: workspace-write for all agents, in the words of OpenClaw",
      files: { [AGENT]: fragments("  agents_defaults: { sandbox: workspace-write, skills: [] }\n") },
      gives: openclawOf,
      expected: { agents_defaults: { sandbox: { mode: "off" }, skills: [] } },
      warns: [`warning ${AGENT}:5 openclaw.agents_defaults.sandbox: is understood; we prefer to leave it out`],
    },
    {
      what: "sandbox: workspace-write for the agent alone",
      files: { [AGENT]: fragments("  agent: { sandbox: workspace-write }\n") },
      gives: openclawOf,
      expected: { agent: { sandbox: { mode: "off" } } },
      warns: [`warning ${AGENT}:5 openclaw.agent.sandbox: is understood; we prefer to leave it out`],
    },
    {
      what: "a sandbox in OpenClaw's own words, untouched",
      files: { [AGENT]: fragments("  agents_defaults: { sandbox: { mode: non-main } }\n") },
      gives: openclawOf,
      expected: { agents_defaults: { sandbox: { mode: "non-main" } } },
    },
    {
      what: "the hint that Assay acts on",
      files: { [CASE]: context("{ expected_artifact: report.md }") },
      gives: contextOf,
      expected: { expected_artifact: "report.md" },
    },
    {
      what: "hints of one's own",
      files: { [CASE]: context("{ expected_artifact: report.md, task_mode: patch, rounds: [1, 2] }") },
      gives: contextOf,
      expected: { expected_artifact: "report.md", task_mode: "patch", rounds: [1, 2] },
    },
    {
      what: "a prompt, with an image that takes it",
      files: { [AGENT]: fragments("  agent: { id: inner, prompt: Be brief. }\n") },
      gives: openclawOf,
      expected: { agent: { id: "inner", prompt: "Be brief." } },
    },
    {
      what: "an identity, which is kept out of openclaw.json",
      files: { [AGENT]: fragments("  identity: { name: Ann }\n") },
      warns: [`warning ${AGENT}:5 openclaw.identity: is never written to openclaw.json`],
    },
    {
      what: "state of OpenClaw in a copied workspace, which is left out",
      files: { "configs/agents/main/workspace/.openclaw/workspace-state.json": '{"version":1}' },
      warns: [
        "warning configs/agents/main/workspace/.openclaw is OpenClaw's own state (.openclaw/workspace-state.json) and left out of every trial",
      ],
    },
    {
      what: "plugins in the same folder, which are the agent's",
      files: { "configs/agents/main/workspace/.openclaw/extensions/mine/index.ts": "" },
    },
    {
      what: "a link in that state that leads out of the workspace, because nobody copies it",
      files: {},
      prepare: (root) => {
        mkdirSync(join(root, "configs/agents/main/workspace/.openclaw"));
        symlinkSync("/etc", join(root, "configs/agents/main/workspace/.openclaw/cache"));
      },
      warns: ["warning configs/agents/main/workspace/.openclaw is OpenClaw's own state (.openclaw/cache)"],
    },
  ])("$what", async ({ gives, expected, warns = [], ...row }) => {
    const { validated, planned, campaign } = await told(row);
    expect(validated).toEqual(warns.map((words) => expect.stringContaining(words)));
    expect(planned).toEqual(warns.map((words) => expect.stringContaining(words)));
    expect(campaign.ok).toBe(true);
    if (campaign.ok && gives) expect(gives(campaign.value)).toEqual(expected);
  });
});

describe("what is not accepted says what to write instead", () => {
  test.each<Row & { says: string }>([
    {
      what: "anchors twice",
      files: { [CASE]: rubric('  scale: { min: 0, max: 10, anchors: { "0": No } }\n  anchors: { "0": No }\n') },
      says: `${CASE}:8 rubric.scale.anchors: is here and beside \`scale\`; keep the one beside it`,
    },
    {
      what: "an anchor of a scale that is no score",
      files: { [CASE]: rubric("  scale: { min: 0, max: 10, anchors: { good: Yes } }\n") },
      says: `${CASE}:8 rubric.scale.anchors.good: is not a score; expected a number such as "7"`,
    },
    {
      what: "an anchor beyond its scale",
      files: { [CASE]: rubric('  scale: { min: 0, max: 5, anchors: { "10": Yes } }\n') },
      says: "is outside the scale from 0 to 5",
    },
    {
      what: "an alias for another model",
      files: { [AGENT]: fragments("  model_defaults: { aliases: { fast: x } }\n") },
      says: "Write `aliases: name`: there is one model, the suite's, and it has one name",
    },
    {
      what: "two aliases",
      files: { [AGENT]: fragments("  model_defaults: { aliases: { default: x, fast: y } }\n") },
      says: `${AGENT}:5 openclaw.model_defaults.aliases.fast: is not a known field here; fields here: default Write`,
    },
    {
      what: "an alias that is no name",
      files: { [AGENT]: fragments("  model_defaults: { aliases: { default: 7 } }\n") },
      says: `${AGENT}:5 openclaw.model_defaults.aliases.default: expected text, found 7 Put it in quotes`,
    },
    {
      what: "fallbacks",
      files: { [AGENT]: fragments("  model_defaults: { fallbacks: [a/b] }\n") },
      says: "fallbacks are refused: a benchmark run executes against exactly one model",
    },
    {
      what: "a model among the agent's defaults",
      files: { [AGENT]: fragments("  model_defaults: { primary_model: a/b }\n") },
      says: "Remove it: the suite's `models` say which model runs, and it is the only one",
    },
    {
      what: "a parameter beside primary_params",
      files: { [AGENT]: fragments("  model_defaults: { temperature: 0 }\n") },
      says: "Parameters for the model belong under `primary_params`",
    },
    {
      what: "a model in primary_params",
      files: { [AGENT]: fragments("  model_defaults: { primary_params: { model: a/b } }\n") },
      says: "openclaw.model_defaults.primary_params.model: is set by Assay in every request",
    },
    {
      what: "other models in the body that primary_params add to",
      files: { [AGENT]: fragments("  model_defaults: { primary_params: { extra_body: { models: [a/b] } } }\n") },
      says: "openclaw.model_defaults.primary_params.extra_body.models: an agent may not choose a model",
    },
    {
      what: "primary_params as a list",
      files: { [AGENT]: fragments("  model_defaults: { primary_params: [x] }\n") },
      says: "openclaw.model_defaults.primary_params: expected a mapping, found a list of 1",
    },
    {
      what: "a sandbox that no trial has",
      files: { [AGENT]: fragments("  agents_defaults: { sandbox: read-only }\n") },
      says: `${AGENT}:5 openclaw.agents_defaults.sandbox: "read-only" is not a sandbox that a trial has`,
    },
    {
      what: "no sandbox at all, as a word",
      files: { [AGENT]: fragments("  agent: { sandbox: danger-full-access }\n") },
      says: 'leave this out, or write `sandbox: { mode: "off" }`',
    },
    {
      what: "the expected artifact under a misspelt name",
      files: { [CASE]: context("{ expected_artefact: report.md }") },
      says: `input.context.openclaw.expected_artefact: would do nothing, because no field here has this name Did you mean "expected_artifact"?`,
    },
    {
      what: "an expected artifact outside the workspace",
      files: { [CASE]: context("{ expected_artifact: ../report.md }") },
      says: "must stay inside the workspace",
    },
    {
      what: "a time limit among hints",
      files: { [CASE]: context("{ timeout_seconds: 5 }") },
      says: "is a setting, not a hint; it belongs in the run profile, under `openclaw`",
    },
    {
      what: "tools among hints",
      files: { [CASE]: context("{ tools: [exec] }") },
      says: "an agent brings its own tools, which `openclaw.agent.tools` in agent.yaml limits",
    },
    {
      what: "hints as a list",
      files: { [CASE]: context("[report.md]") },
      says: "input.context.openclaw: expected a mapping, found a list of 1",
    },
    {
      what: "free context beside the runners",
      files: { [CASE]: agentCase("  context: { locale: en }\n") },
      says: "Notes of your own belong under `metadata`, hints for an agent's case under `openclaw`",
    },
    {
      what: "hints for an agent in a case without one",
      files: { [CASE]: caseText("c", "  context:\n    openclaw: { task_mode: patch }\n") },
      says: "input.context.openclaw: has no effect in a case with `runner.type: llm_probe`",
    },
    {
      what: "notes on an expectation",
      files: { [CASE]: agentCase("expectations: { hard_expectations: [{ text: Yes, metadata: {} }] }\n") },
      says: "Write notes of your own as a comment",
    },
    {
      what: "notes on a check",
      files: {
        [CASE]: agentCase(
          "deterministic_checks: [{ check_id: a, description: D, declarative: { kind: final_response_present } }]\n",
        ),
      },
      says: "Write notes of your own as a comment",
    },
    {
      what: "weights for the final score",
      files: { [EVALUATION]: evaluationText(`${judged}final_aggregation: { default_policy: judge_only }\n`) },
      says: `${EVALUATION}:6 final_aggregation: is not a known field here`,
    },
    {
      what: "an image in agent.yaml",
      files: { [AGENT]: fragments("  image: openclaw:1\n") },
      says: "It belongs in the run profile, under `openclaw`",
    },
    {
      what: "a run profile named by the suite",
      files: { [SUITE]: suiteText("run_profile: r\n") },
      says: "Name it when you call Assay: `--run-profile`, `--evaluation-profile`",
    },
  ])("$what", async ({ says, ...row }) => {
    const { validated, campaign } = await told(row);
    expect(validated.filter((words) => words.includes(says))).toHaveLength(1);
    // Evaluation profiles are no part of what is run; `assay run-eval` reads them before it spends anything.
    expect(campaign.ok).toBe(row.files[EVALUATION] !== undefined);
  });
});

describe("what would make every trial invalid is found before one is started", () => {
  test.each<Row & { says: string }>([
    {
      what: "a misspelt field of agent.yaml",
      files: { [AGENT]: agentText("opneclaw: {}\n") },
      says: `${AGENT}:4 opneclaw: is not a known field here`,
    },
    {
      what: "a misspelt prompt",
      files: { [AGENT]: fragments("  agent: { promt: Be brief. }\n") },
      says: 'openclaw.agent.promt: would do nothing, because no field here has this name Did you mean "prompt"?',
    },
    {
      what: "a misspelt key of OpenClaw's",
      files: { [AGENT]: fragments("  agents_defaults: { thinkingDefualt: low }\n") },
      says: 'openclaw.agents_defaults.thinkingDefualt: is not a key that OpenClaw knows here, and it refuses what it does not know Did you mean "thinkingDefault"?',
    },
    {
      what: "a misspelt key of the agent's entry",
      files: { [AGENT]: fragments("  agent: { heartbeet: {} }\n") },
      says: 'Did you mean "heartbeat"?',
    },
    {
      what: "an agent.yaml with another agent's id",
      files: { [AGENT]: "schema_version: 1\nagent_id: other\ntitle: A\n" },
      says: `${AGENT}:2 agent_id: must be the name of its folder; expected "main", found "other"`,
    },
    {
      what: "a link out of the workspace",
      files: {},
      prepare: (root) => symlinkSync("/etc/passwd", join(root, "configs/agents/main/workspace/users")),
      says: "configs/agents/main/workspace/users links to /etc/passwd, outside the workspace",
    },
    {
      what: "a prompt, with an image that refuses it",
      files: {
        [AGENT]: fragments("  agent: { prompt: Be brief. }\n"),
        [PROFILE]: onImage("ghcr.io/openclaw/openclaw:2026.9.6"),
      },
      says: `${PROFILE}:4 openclaw.image: OpenClaw 2026.9.6 refuses openclaw.agent.prompt, which the agent "main" sets, so every trial would be invalid; move the text into workspace/AGENTS.md`,
    },
    {
      what: "a prompt, with a pinned image of a later version",
      files: {
        [AGENT]: fragments("  agent: { prompt: Be brief. }\n"),
        [PROFILE]: onImage(`openclaw:2026.10.1@sha256:${"0".repeat(64)}`),
      },
      says: "OpenClaw 2026.10.1 refuses openclaw.agent.prompt",
    },
    {
      what: "a key that only the newer version takes",
      files: { [AGENT]: fragments("  agents_defaults: { skipOptionalBootstrapFiles: true }\n") },
      says: "OpenClaw 2026.4.15 refuses openclaw.agents_defaults.skipOptionalBootstrapFiles",
    },
    {
      what: "a key that only the older version takes",
      files: {
        [AGENT]: fragments("  agents_defaults: { envelopeTimezone: utc }\n"),
        [PROFILE]: onImage("openclaw:2026.9.6"),
      },
      says: "OpenClaw 2026.9.6 refuses openclaw.agents_defaults.envelopeTimezone",
    },
  ])("$what", async ({ says, ...row }) => {
    const { validated, planned, campaign } = await told(row);
    expect(validated.filter((words) => words.includes(says))).toHaveLength(1);
    expect(planned.filter((words) => words.includes(says))).toHaveLength(1);
    expect(campaign.ok).toBe(false);
  });

  test.each([
    ["a key that both take", "agents_defaults: { thinkingDefault: low }", "openclaw:2026.9.6"],
    ["a key of a version that nobody here knows", "agents_defaults: { brandNew: 1 }", "openclaw:2027.1.1"],
    ["a prompt for an image whose tag says no version", "agent: { prompt: Be brief. }", "openclaw:stable"],
  ])("%s is left to the image to refuse", async (what, fragment, image) => {
    const { validated, campaign } = await told({
      what,
      files: { [AGENT]: fragments(`  ${fragment}\n`), [PROFILE]: onImage(image) },
    });
    expect(validated).toEqual([]);
    expect(campaign.ok).toBe(true);
  });
});

describe("a file is found by its path whatever it is called", () => {
  const OTHER = {
    "configs/suites/nightly.yaml": suiteText(),
    "configs/run_profiles/quick.yaml": onImage("openclaw:2026.4.15"),
    "configs/evaluation_profiles/strict.yaml": evaluationText(judged),
  };
  const { [SUITE]: _s, [PROFILE]: _r, [EVALUATION]: _e, ...rest } = WORKSPACE;
  const root = () => temporaryFolder({ ...rest, ...OTHER });

  test("with a word on what we prefer", async () => {
    const from = root();
    const loaded = await loadCampaign({
      from,
      suite: "configs/suites/nightly.yaml",
      runProfile: "configs/run_profiles/quick.yaml",
    });
    expect(loaded.ok).toBe(true);
    expect(loaded.diagnostics.map(inWords)).toEqual([
      `warning configs/suites/nightly.yaml:2 suite_id: does not match its file's name, so it can only be given by its path; we prefer "nightly" here, or a file called s.yaml`,
      `warning configs/run_profiles/quick.yaml:2 run_profile_id: does not match its file's name, so it can only be given by its path; we prefer "quick" here, or a file called r.yaml`,
    ]);
    const judging = await loadEvaluationProfile({ from, reference: "configs/evaluation_profiles/strict.yaml" });
    expect(judging.ok && judging.value.profile.evaluation_profile_id).toBe("e");
  });

  test("and so the workspace is valid", async () => {
    const { diagnostics } = await validatePaths({ cwd: root(), paths: [] });
    expect(diagnostics.map(({ severity, field }) => [severity, field])).toEqual([
      ["warning", "evaluation_profile_id"],
      ["warning", "run_profile_id"],
      ["warning", "suite_id"],
    ]);
  });

  test("its name as an id is refused, because the id in it is another one", async () => {
    const loaded = await loadEvaluationProfile({ from: root(), reference: "strict" });
    expect(loaded.ok).toBe(false);
    expect(loaded.diagnostics.map(inWords)).toEqual([
      `configs/evaluation_profiles/strict.yaml:2 evaluation_profile_id: must match its file's name, by which it is looked up; expected "strict", found "e" Give the file by its path, or rename it e.yaml`,
    ]);
  });

  test("its id leads to the words which path to give", async () => {
    const loaded = await loadEvaluationProfile({ from: root(), reference: "e" });
    expect(loaded.ok).toBe(false);
    expect(loaded.diagnostics.map(inWords)).toEqual([
      "e no evaluation profile has this id; configs/evaluation_profiles/ has strict configs/evaluation_profiles/strict.yaml declares it: give that path",
    ]);
  });
});

test("a warning is told again when the case was parsed before", async () => {
  const scale = '  scale:\n    min: 0\n    max: 10\n    anchors: { "10": All }\n';
  const from = temporaryFolder({ ...WORKSPACE, [CASE]: rubric(scale) });
  const load = () =>
    loadCampaign({ from, suite: "s", runProfile: "r", parsedForms: { path: join(from, "forms.jsonl") } });
  const first = await load();
  expect(first.diagnostics).toHaveLength(1);
  expect(await load()).toEqual(first);
});

test.each([
  [0.8, "Did you mean 8?"],
  [0.07, "Did you mean 0.7?"],
])("a threshold of %d is taken for a share, and warned about", async (threshold, suggestion) => {
  const profile = evaluationText(`${judged}aggregation: { pass_threshold: ${threshold} }\n`);
  const from = temporaryFolder({ ...WORKSPACE, [EVALUATION]: profile });
  const { ok, diagnostics } = await loadEvaluationProfile({ from, reference: "e" });
  expect(ok).toBe(true);
  expect(diagnostics.map(inWords)).toEqual([expect.stringMatching(/^warning .* is a score from 0 to 10, so/)]);
  expect(diagnostics[0]!.suggestion).toBe(suggestion);
});

test.each([0, 1, 6.5, 10])("a threshold of %d is one of scores", async (threshold) => {
  const profile = evaluationText(`${judged}aggregation: { pass_threshold: ${threshold} }\n`);
  const from = temporaryFolder({ ...WORKSPACE, [EVALUATION]: profile });
  expect((await loadEvaluationProfile({ from, reference: "e" })).diagnostics).toEqual([]);
});
