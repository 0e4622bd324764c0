import { describe, expect, test } from "vitest";
import {
  caseAt,
  caseText,
  evaluationText,
  problemsOf,
  profileText,
  suiteText,
} from "../../../test/support/small-workspace.ts";
import { modelConfig } from "../schema/campaign/suite.ts";
import { KNOWN_PARAMETERS, PROVIDER_PARAMETERS } from "../schema/fields/provider-parameters.ts";

const SENT =
  "would be sent to the provider as it is, because no field here has this name; to send it all the same, write it under `request_options`";
const UNKNOWN =
  "is not a parameter that Assay knows, so it is sent to the provider as it is; under `request_options` it is sent without this warning";

const suiteWith = (...models: string[]) => ({
  ...caseAt("c"),
  "configs/suites/s.yaml": suiteText().replace(
    "{ model_id: big_model }",
    models.map((more, index) => `{ model_id: m${index}, ${more} }`).join(", "),
  ),
});
const judgeWith = (more: string) => ({
  "configs/evaluation_profiles/e.yaml": evaluationText(
    `judges: [{ judge_id: main, type: llm_probe, ${more} }]\njudge_runs: [{ judge_run_id: r, judge_id: main }]\n`,
  ),
});

describe("a misspelt field", () => {
  test.each([
    ["temprature: 0", "temprature", '"temperature"'],
    ["max_token: 9", "max_token", '"max_tokens"'],
    ["Temperature: 0", "Temperature", '"temperature"'],
    ["max-tokens: 9", "max-tokens", '"max_tokens"'],
    ["reasoning_efort: low", "reasoning_efort", '"reasoning_effort"'],
    ["requested_modle: x/y", "requested_modle", '"requested_model"'],
  ])("%s on a model is an error that names what was meant", async (field, name, meant) => {
    expect(await problemsOf(suiteWith(field))).toEqual([
      `configs/suites/s.yaml:4 models[0].${name}: ${SENT} Did you mean ${meant}?`,
    ]);
  });

  test("repetition on a model or a judge says where repetitions belong", async () => {
    expect(await problemsOf(suiteWith("repetition: 3"))).toEqual([
      `configs/suites/s.yaml:4 models[0].repetition: ${SENT} Did you mean "repetitions"? It is \`run_repetitions\` in the run profile, under \`execution_policy\`.`,
    ]);
    expect(await problemsOf(judgeWith("repetition: 3"))).toEqual([
      `configs/evaluation_profiles/e.yaml:4 judges[0].repetition: ${SENT} Did you mean "repetitions"? It belongs in \`judge_runs\`; here it would be sent to the provider.`,
    ]);
  });

  test.each([
    ["temprature: 0", `temprature: ${SENT} Did you mean "temperature"?`],
    ["max_token: 9", `max_token: ${SENT} Did you mean "max_tokens"?`],
    ["atempts: 2", `atempts: ${SENT} Did you mean "attempts"?`],
    ["repetitions: 3", "repetitions: belongs in `judge_runs`; here it would be sent to the provider"],
    [
      "system_prompt: Be fair.",
      "system_prompt: is `judge_system_prompt` at the top of the evaluation profile, for all judges alike",
    ],
    ["pass_threshold: 7", "pass_threshold: belongs under `aggregation`; here it would be sent to the provider"],
    ["timeout: 7", "timeout: is called `timeout_seconds` here"],
  ])("%s on a judge is an error", async (field, expected) => {
    expect(await problemsOf(judgeWith(field))).toEqual([`configs/evaluation_profiles/e.yaml:4 judges[0].${expected}`]);
  });

  test("under request_options and primary_params is a warning, wherever they are", async () => {
    const warning = (place: string) =>
      `warning ${place}.temprature: is sent to the provider as it is Did you mean "temperature"?`;
    expect(await problemsOf(suiteWith("request_options: { temprature: 0 }"))).toEqual([
      warning("configs/suites/s.yaml:4 models[0].request_options"),
    ]);
    expect(await problemsOf(suiteWith("primary_params: { temprature: 0 }"))).toEqual([
      warning("configs/suites/s.yaml:4 models[0].primary_params"),
    ]);
    expect(await problemsOf(judgeWith("request_options: { temprature: 0 }"))).toEqual([
      warning("configs/evaluation_profiles/e.yaml:4 judges[0].request_options"),
    ]);
    const profile = profileText("model_overrides: { m0: { request_options: { temprature: 0 } } }\n");
    expect(await problemsOf({ ...suiteWith("top_k: 1"), "configs/run_profiles/r.yaml": profile })).toEqual([
      warning("configs/run_profiles/r.yaml:4 model_overrides.m0.request_options"),
    ]);
    const text = caseText("c").replace("type: llm_probe", "type: llm_probe, request_options: { temprature: 0 }");
    expect(await problemsOf({ "configs/cases/c/test.yaml": text })).toEqual([
      warning("configs/cases/c/test.yaml:4 runner.request_options"),
    ]);
  });
});

describe("an unknown parameter", () => {
  test("is one warning per file, however many models have it", async () => {
    expect(await problemsOf(suiteWith("house_style: 1", "house_style: 2", "house_style: 3, zebra: 1"))).toEqual([
      `warning configs/suites/s.yaml:4 models[0].house_style: ${UNKNOWN}`,
      `warning configs/suites/s.yaml:4 models[2].zebra: ${UNKNOWN}`,
    ]);
    expect(await problemsOf(judgeWith("house_style: 1"))).toEqual([
      `warning configs/evaluation_profiles/e.yaml:4 judges[0].house_style: ${UNKNOWN}`,
    ]);
  });

  test("under request_options is silent", async () => {
    expect(await problemsOf(suiteWith("request_options: { house_style: 1 }"))).toEqual([]);
    expect(await problemsOf(judgeWith("request_options: { house_style: 1 }"))).toEqual([]);
  });

  test("that a prototype knows is unknown all the same", async () => {
    expect(await problemsOf(suiteWith("constructor: 1"))).toEqual([
      `warning configs/suites/s.yaml:4 models[0].constructor: ${UNKNOWN}`,
    ]);
  });
});

/** Makes all single-letter slips of a name: omitted, doubled, changed, or swapped. */
function slips(name: string): string[] {
  return [...name].flatMap((letter, at) => [
    name.slice(0, at) + name.slice(at + 1),
    name.slice(0, at) + letter + name.slice(at),
    `${name.slice(0, at)}x${name.slice(at + 1)}`,
    name.slice(0, at) + (name[at + 1] ?? "") + letter + name.slice(at + 2),
  ]);
}

test("every known parameter is accepted in silence, and no slip in a parameter of four letters or more is", async () => {
  const own = Object.keys(modelConfig.shape);
  const names = [...KNOWN_PARAMETERS].filter((name) => !own.includes(name));
  const spelt = names.map((name) => `  - { model_id: m_${name}, ${name}: 1 }`);
  const suite = (models: string[]) => ({
    ...caseAt("c"),
    "configs/suites/s.yaml": `schema_version: 1\nsuite_id: s\ntitle: S\nmodels:\n${models.join("\n")}\n`,
  });
  expect(await problemsOf(suite(spelt))).toEqual([]);
  // Every fifth of more than two thousand, since locating each takes time.
  const slipped = [...new Set(names.filter((name) => name.length >= 4).flatMap(slips))]
    .filter((name) => !KNOWN_PARAMETERS.has(name) && !own.includes(name) && /^\w+$/.test(name))
    .filter((_, index) => index % 5 === 0);
  expect(slipped.length).toBeGreaterThan(400);
  const problems = await problemsOf(suite(slipped.map((name, index) => `  - { model_id: m${index}, ${name}: 1 }`)));
  const silent = slipped.filter((_, index) => !problems.some((problem) => problem.includes(` models[${index}].`)));
  expect(silent).toEqual([]);
  // A short name may be close to nothing; every longer one must get a suggestion.
  const unexplained = slipped.filter((name, index) => {
    const own = problems.find((problem) => problem.includes(` models[${index}].`))!;
    return name.length >= 6 && !/Did you mean|belongs|is called/.test(own);
  });
  expect(unexplained).toEqual([]);
});

test("no parameter is in the table twice", () => {
  const all = Object.values(PROVIDER_PARAMETERS).flat() as string[];
  expect(all.filter((name, index) => all.indexOf(name) < index)).toEqual([]);
});

describe("{{name}} in a message", () => {
  const message = (content: string) => caseText("c").replace("content: Hi", `content: "${content}"`);

  test("is a warning, because a case has no variables", async () => {
    expect(await problemsOf({ "configs/cases/c/test.yaml": message("Greet {{ user.name }} and {{city}}.") })).toEqual([
      "warning configs/cases/c/test.yaml:6 input.messages[0]: {{ user.name }} is sent as it is: a case has no variables to put in its place",
    ]);
  });

  test("is one also in a message file and in a turn", async () => {
    const fromFile = caseText("c").replace("content: Hi", "source: { path: hi.txt }");
    expect(
      await problemsOf({ "configs/cases/c/test.yaml": fromFile, "configs/cases/c/hi.txt": "Hello {{name}}" }),
    ).toEqual([expect.stringContaining("input.messages[0]: {{name}} is sent as it is")]);
    const turns = caseText("c", "", "openclaw").replace(
      "input:\n",
      'input:\n  turns: [{ role: user, content: "{{name}}" }]\n',
    );
    expect(await problemsOf({ "configs/cases/c/test.yaml": turns })).toEqual([
      expect.stringContaining("input.turns[0]: {{name}} is sent as it is"),
    ]);
  });

  test("is not confused with code, JSON or LaTeX", async () => {
    for (const content of ["{ {a} }", "{{}}", "{{1}}", "const x = {{a: 1}};", "\\\\frac{{1}}{{2}}", "{{a b}}"])
      expect(await problemsOf({ "configs/cases/c/test.yaml": message(content) })).toEqual([]);
  });
});
