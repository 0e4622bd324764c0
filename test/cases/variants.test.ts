import { expect, test } from "vitest";
import { type CampaignConfig, loadCampaign, validatePaths } from "../../src/config/index.ts";
import { agentAt, caseAt, inWords, openclawBlock, profileText, suiteText } from "../support/small-workspace.ts";
import { temporaryFolder } from "../support/temporary.ts";

const CASE = caseAt("c");
const WORKSPACE = {
  ...CASE,
  "configs/run_profiles/r.yaml": profileText(),
  "configs/prompts/careful.md": "Be careful.\n",
  "configs/prompts/blank.md": " \n",
  "configs/prompts/shots.yaml": "- { role: user, content: Hi? }\n- { role: assistant, content: Hello. }\n",
  "configs/prompts/system.yaml": "role: system\ncontent: Be brief.\n",
};

async function load(variants: string, files: Record<string, string> = {}, models = "[{ model_id: big_model }]") {
  const suite = suiteText(`variants:\n${variants}`).replace("[{ model_id: big_model }]", models);
  const from = temporaryFolder({ ...WORKSPACE, "configs/suites/s.yaml": suite, ...files });
  const loaded = await loadCampaign({ from, suite: "s", runProfile: "r" });
  const validated = await validatePaths({ cwd: from, paths: [] });
  const ofSuite = (list: typeof loaded.diagnostics) =>
    list.filter(({ file }) => file.startsWith("configs/suites") || file.startsWith("configs/prompts")).map(inWords);
  return { loaded, told: ofSuite(loaded.diagnostics), validated: ofSuite(validated.diagnostics) };
}

const TWO_MODELS = "[{ model_id: big_model }, { model_id: small_model }]";
const subjects = ({ subjects: all }: CampaignConfig) => all.map(({ model }) => model.model_id);

test.each<{
  what: string;
  variants: string;
  models?: string;
  files?: Record<string, string>;
  gives: (config: CampaignConfig) => unknown;
  expected: unknown;
}>([
  {
    what: "a variant that changes nothing, as a baseline",
    variants: "  - { variant_id: plain }\n",
    gives: subjects,
    expected: ["big_model+plain"],
  },
  {
    what: "models × variants, model by model",
    variants: "  - { variant_id: a, system_prompt: A. }\n  - { variant_id: b, system_prompt: B. }\n",
    models: TWO_MODELS,
    gives: subjects,
    expected: ["big_model+a", "big_model+b", "small_model+a", "small_model+b"],
  },
  {
    what: "a variant for one model only",
    variants: "  - { variant_id: a, system_prompt: A. }\n  - { variant_id: b, model_ids: [small_model] }\n",
    models: TWO_MODELS,
    gives: subjects,
    expected: ["big_model+a", "small_model+a", "small_model+b"],
  },
  {
    what: "a label, which is shown behind the model's",
    variants: "  - { variant_id: a, label: Formal tone }\n",
    models: "[{ model_id: big_model, label: Big }]",
    gives: ({ subjects: [subject] }) => subject!.model.label,
    expected: "Big · Formal tone",
  },
  {
    what: "a model that is known by its id alone",
    variants: "  - { variant_id: a }\n",
    gives: ({ subjects: [subject] }) => subject!.model.requested_model,
    expected: "big_model",
  },
  {
    what: "a system prompt in a block of text",
    variants: "  - variant_id: a\n    system_prompt: |\n      Be brief.\n      Be kind.\n",
    gives: ({ variants: [variant] }) => variant!.systemPrompt,
    expected: "Be brief.\nBe kind.\n",
  },
  {
    what: "a system prompt by file, relative to the suite",
    variants: "  - { variant_id: a, system_prompt_path: ../prompts/careful.md }\n",
    gives: ({ variants: [variant] }) => variant!.systemPrompt,
    expected: "Be careful.\n",
  },
  {
    what: "examples inline",
    variants: "  - { variant_id: a, messages: [{ role: user, content: Hi? }, { role: assistant, content: Hello. }] }\n",
    gives: ({ variants: [variant] }) => variant!.messages.map(({ role }) => role),
    expected: ["user", "assistant"],
  },
  {
    what: "examples by file, in place",
    variants: "  - { variant_id: a, messages: [{ role: user, source: { path: ../prompts/shots.yaml } }] }\n",
    gives: ({ variants: [variant] }) => variant!.messages,
    expected: [
      { role: "user", content: "Hi?" },
      { role: "assistant", content: "Hello." },
    ],
  },
  {
    what: "settings, recognised ones and others",
    variants: "  - { variant_id: a, settings: { temperature: 1, request_options: { reasoning: { effort: low } } } }\n",
    gives: ({ variants: [variant] }) => variant!.variant.settings,
    expected: { temperature: 1, request_options: { reasoning: { effort: "low" } } },
  },
  {
    what: "tools",
    variants: "  - { variant_id: a, tools: [read_file, write_file] }\n",
    gives: ({ variants: [variant] }) => variant!.variant.tools,
    expected: ["read_file", "write_file"],
  },
  {
    what: "no tools at all, which is another thing than saying nothing",
    variants: "  - { variant_id: a, tools: [] }\n  - { variant_id: b }\n",
    gives: ({ variants }) => variants.map(({ variant }) => variant.tools),
    expected: [[], undefined],
  },
  {
    what: "an empty list, which is no variants",
    variants: "  []\n",
    gives: subjects,
    expected: ["big_model"],
  },
  {
    what: "sampling settings for openclaw cases",
    variants: "  - { variant_id: a, settings: { temperature: 1 } }\n",
    files: {
      ...caseAt("c", "", "openclaw"),
      ...agentAt("main"),
      "configs/run_profiles/r.yaml": profileText(openclawBlock),
    },
    gives: subjects,
    expected: ["big_model+a"],
  },
  {
    what: "ids with everything a slug may hold",
    variants: "  - { variant_id: A.b-c_1 }\n",
    gives: subjects,
    expected: ["big_model+A.b-c_1"],
  },
  {
    what: "the same words under two settings",
    variants:
      "  - { variant_id: a, system_prompt: A. }\n  - { variant_id: b, system_prompt: A., settings: { seed: 1 } }\n",
    gives: ({ variants }) => variants.length,
    expected: 2,
  },
])("accepts $what", async ({ variants, files, models, gives, expected }) => {
  const { loaded, told, validated } = await load(variants, files, models);
  expect([told, validated]).toEqual([[], []]);
  if (!loaded.ok) throw new Error("refused");
  expect(gives(loaded.value)).toEqual(expected);
});

const LONG = "v".repeat(128);
const OPENCLAW = {
  ...caseAt("c", "", "openclaw"),
  ...agentAt("main"),
  "configs/run_profiles/r.yaml": profileText(openclawBlock),
};

test.each<{ what: string; variants: string; models?: string; files?: Record<string, string>; says: string | RegExp }>([
  {
    what: "no id",
    variants: "  - { system_prompt: A. }\n",
    says: /^configs\/suites\/s\.yaml:6 variants\[0\]\.variant_id: /,
  },
  {
    what: "an id that is no folder's name",
    variants: "  - { variant_id: a+b }\n",
    says: /variants\[0\]\.variant_id: .*slug/,
  },
  {
    what: "an id twice, letter case aside",
    variants: "  - { variant_id: a, system_prompt: A. }\n  - { variant_id: A }\n",
    says: 'configs/suites/s.yaml:7 variants[1].variant_id: "A" is already used by variants[0]; every variant_id is used once',
  },
  {
    what: "the id of a model",
    variants: "  - { variant_id: big_model }\n",
    says: 'configs/suites/s.yaml:6 variants[0].variant_id: "big_model" is also the id of a model of this suite; a name must mean one of them',
  },
  {
    what: "two ids that together are too long for a folder",
    variants: `  - { variant_id: ${LONG} }\n`,
    models: `[{ model_id: ${"m".repeat(100)} }]`,
    says: /variants\[0\]\.variant_id: with the model "m+" the subject's id is longer than 200 characters/,
  },
  {
    what: "a blank system prompt",
    variants: '  - { variant_id: a, system_prompt: "  " }\n',
    says: /variants\[0\]\.system_prompt: is blank; leave it out/,
  },
  {
    what: "two system prompts",
    variants: "  - { variant_id: a, system_prompt: A., system_prompt_path: ../prompts/careful.md }\n",
    says: "configs/suites/s.yaml:6 variants[0].system_prompt_path: excludes `system_prompt`; keep one of them",
  },
  {
    what: "a prompt file that is not there, with the one that is",
    variants: "  - { variant_id: a, system_prompt_path: ../prompts/carefull.md }\n",
    says: /:6 variants\[0\]\.system_prompt_path: the system prompt "\.\.\/prompts\/carefull\.md" does not exist.* Did you mean "careful\.md"\?/,
  },
  {
    what: "a prompt file outside the workspace",
    variants: "  - { variant_id: a, system_prompt_path: /etc/hostname }\n",
    says: /variants\[0\]\.system_prompt_path: .*outside the workspace/,
  },
  {
    what: "an empty prompt file",
    variants: "  - { variant_id: a, system_prompt_path: ../prompts/blank.md }\n",
    says: "configs/suites/s.yaml:6 variants[0].system_prompt_path: the system prompt blank.md is empty",
  },
  {
    what: "a system message among the examples",
    variants: "  - { variant_id: a, messages: [{ role: system, content: A. }] }\n",
    says: "configs/suites/s.yaml:6 variants[0].messages[0]: a variant has one system prompt; write it as `system_prompt`",
  },
  {
    what: "a system message that comes from a file",
    variants: "  - { variant_id: a, messages: [{ role: user, source: { path: ../prompts/system.yaml } }] }\n",
    says: /variants\[0\]\.messages\[0\]: a variant has one system prompt/,
  },
  {
    what: "an example without text",
    variants: "  - { variant_id: a, messages: [{ role: user }] }\n",
    says: /variants\[0\]\.messages\[0\]: has no text; expected `content` or `source`/,
  },
  {
    what: "a misspelt field",
    variants: "  - { variant_id: a, sytem_prompt: A. }\n",
    says: /:6 variants\[0\]\.sytem_prompt: .*Did you mean "system_prompt"\?/,
  },
  {
    what: "a setting that no setting is",
    variants: "  - { variant_id: a, settings: { temprature: 1 } }\n",
    says: /variants\[0\]\.settings\.temprature: .*Did you mean "temperature"\?/,
  },
  {
    what: "a temperature of 3",
    variants: "  - { variant_id: a, settings: { temperature: 3 } }\n",
    says: /variants\[0\]\.settings\.temperature/,
  },
  {
    what: "another model as a setting",
    variants: "  - { variant_id: a, settings: { request_options: { model: x } } }\n",
    says: /variants\[0\]\.settings\.request_options\.model: is set by Assay in every request/,
  },
  {
    what: "a setting where it would escape merging",
    variants: "  - { variant_id: a, settings: { request_options: { temperature: 1 } } }\n",
    says: /request_options\.temperature: has a field of its own/,
  },
  {
    what: "an unknown tool",
    variants: "  - { variant_id: a, tools: [read_fil] }\n",
    says: /variants\[0\]\.tools\[0\].*read_file/,
  },
  {
    what: "a model that the suite does not have",
    variants: "  - { variant_id: a, model_ids: [big_modle] }\n  - { variant_id: b }\n",
    says: 'configs/suites/s.yaml:6 variants[0].model_ids[0]: the suite has no model with the id "big_modle" Did you mean "big_model"?',
  },
  {
    what: "no model at all",
    variants: "  - { variant_id: a, model_ids: [] }\n",
    says: /variants\[0\]\.model_ids: must not be empty/,
  },
  {
    what: "a model that no variant is meant for",
    variants: "  - { variant_id: a, model_ids: [big_model] }\n",
    models: TWO_MODELS,
    says: /:4 models\[1\]\.model_id: would never be run: no variant is meant for this model/,
  },
  {
    what: "a mapping in place of the list",
    variants: "  a: { system_prompt: A. }\n",
    says: /variants: expected a list/,
  },
  ...(
    [
      "system_prompt: A.",
      "system_prompt_path: ../prompts/careful.md",
      "tools: []",
      "messages: [{ role: user, content: Hi? }]",
    ] as const
  ).map((field) => ({
    what: `${field.split(":")[0]} for openclaw cases`,
    variants: `  - { variant_id: a, ${field} }\n`,
    files: OPENCLAW,
    says: new RegExp(
      `variants\\[0\\]\\.${field.split(":")[0]}: .* does not reach an OpenClaw agent, and the suite selects openclaw cases \\(c\\)`,
    ),
  })),
])("refuses $what", async ({ variants, files, models, says }) => {
  const { loaded, told, validated } = await load(variants, files, models);
  expect(loaded.ok).toBe(false);
  expect(told[0]).toEqual(typeof says === "string" ? says : expect.stringMatching(says));
  expect(validated[0]).toEqual(told[0]);
});

test.each<{ what: string; variants: string; files?: Record<string, string>; says: string }>([
  {
    what: "a setting that a case overrules",
    variants: "  - { variant_id: a, settings: { temperature: 1, request_options: { top_k: 3 } } }\n",
    files: {
      "configs/cases/c/test.yaml": CASE["configs/cases/c/test.yaml"]!.replace(
        "type: llm_probe",
        "type: llm_probe, temperature: 0",
      ),
    },
    says: "variants[0].settings.temperature: does nothing on cases whose `runner` sets it as well (c): the case wins",
  },
  {
    what: "an option that a case overrules",
    variants: "  - { variant_id: a, settings: { request_options: { top_k: 3 } } }\n",
    files: {
      "configs/cases/c/test.yaml": CASE["configs/cases/c/test.yaml"]!.replace(
        "type: llm_probe",
        "type: llm_probe, request_options: { top_k: 1 }",
      ),
    },
    says: "variants[0].settings.request_options.top_k: does nothing on cases whose `runner` sets it as well (c): the case wins",
  },
  {
    what: "two variants that ask alike, one of them by file",
    variants:
      '  - { variant_id: a, system_prompt: "Be careful.\\n" }\n  - { variant_id: b, system_prompt_path: ../prompts/careful.md }\n',
    says: 'variants[1].variant_id: asks exactly as "a" does, so both have the same runs and no difference can show',
  },
  {
    what: "limits of single requests where agents make them",
    variants: "  - { variant_id: a, settings: { max_turns: 3 } }\n",
    files: OPENCLAW,
    says: "variants[0].settings.max_turns: does nothing here, because all selected cases run in OpenClaw; see the openclaw block for its limits",
  },
  {
    what: "a tool message without its call",
    variants: "  - { variant_id: a, messages: [{ role: tool, content: 4 degrees }] }\n",
    says: "variants[0].messages[0]: most providers refuse a tool message without the tool call that it answers; a user message can quote it",
  },
])("warns about $what, and goes on", async ({ variants, files, says }) => {
  const { loaded, told, validated } = await load(variants, files);
  expect(loaded.ok).toBe(true);
  expect(told.map((words) => words.replace(/^warning configs\/suites\/s\.yaml:\d+ /, ""))).toEqual([says]);
  expect(validated).toEqual(told);
});
