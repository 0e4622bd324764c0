import { describe, expect, test } from "vitest";
import {
  caseAt,
  caseText,
  evaluationText,
  judged,
  problemsOf,
  profileText,
  suiteText,
} from "../../../test/support/small-workspace.ts";

describe("nothing is accepted that would have no effect", () => {
  test.each([
    ["timeout_seconds", "set `openclaw.timeout_seconds` in the run profile"],
    ["retries", "the agent repeats its requests itself"],
    ["max_turns", "the agent decides itself when it is done"],
  ])("%s on an openclaw case", async (field, instead) => {
    const text = caseText("c", "", "openclaw").replace("type: openclaw", `type: openclaw, ${field}: 3`);
    expect(await problemsOf({ "configs/cases/c/test.yaml": text })).toEqual([
      `configs/cases/c/test.yaml:4 runner.${field}: has no effect on an openclaw case; ${instead}`,
    ]);
  });

  test("turns in an llm_probe case", async () => {
    const text = caseText("c").replace("input:\n", "input:\n  turns: [{ role: user, content: Go on }]\n");
    expect(await problemsOf({ "configs/cases/c/test.yaml": text })).toEqual([
      "configs/cases/c/test.yaml:6 input.turns: is for agents only; an llm_probe case has all of its messages in `input.messages`",
    ]);
  });

  test.each([
    ["openclaw", "llm_probe"],
    ["llm_probe", "openclaw"],
  ])("context for %s in a case of %s", async (context, runner) => {
    const text = caseText("c", "", runner).replace("input:\n", `input:\n  context: { ${context}: {} }\n`);
    expect(await problemsOf({ "configs/cases/c/test.yaml": text })).toEqual([
      `configs/cases/c/test.yaml:6 input.context.${context}: has no effect in a case with \`runner.type: ${runner}\``,
    ]);
  });

  test("a check of OpenClaw's workspace in an llm_probe case", async () => {
    const check = "[{ check_id: k, declarative: { kind: openclaw_workspace_file_present, relative_path: a } }]";
    expect(await problemsOf(caseAt("c", `deterministic_checks: ${check}\n`))).toEqual([
      "configs/cases/c/test.yaml:7 deterministic_checks[0].declarative.kind: is for agents only; an llm_probe case leaves files for `file_exists` and `file_contains`",
    ]);
  });

  test.each([
    [
      "timeout_seconds: 5",
      "timeout_seconds: belongs in the run profile, under `model_overrides`; here it would be sent to the provider",
    ],
    ["messages: []", "messages: is set by Assay in every request and cannot be passed through"],
    ["models: [x]", "models: would let another model answer; a benchmark run executes against exactly one model"],
    [
      "run_repetitions: 3",
      "run_repetitions: belongs in the run profile, under `execution_policy`; here it would be sent to the provider",
    ],
    ["repetitions: 3", "repetitions: is `run_repetitions` in the run profile, under `execution_policy`"],
    [
      "system_prompt: Be brief.",
      "system_prompt: belongs in the case, as a message with `role: system`, or into a variant of the suite; here it would be sent to the provider",
    ],
    [
      "top_k: 1, request_options: { top_k: 2 }",
      "top_k: is here and under `request_options`; both reach the request, so remove one",
    ],
  ])("%s on a model", async (extra, expected) => {
    const text = suiteText().replace("model_id: big_model", `model_id: m, ${extra}`);
    expect(await problemsOf({ ...caseAt("c"), "configs/suites/s.yaml": text })).toEqual([
      `configs/suites/s.yaml:4 models[0].${expected}`,
    ]);
  });

  test("a judge that no run asks is a warning", async () => {
    const text = evaluationText(judged.replace("]", ", { judge_id: spare, type: llm_probe }]"));
    expect(await problemsOf({ "configs/evaluation_profiles/e.yaml": text })).toEqual([
      'warning configs/evaluation_profiles/e.yaml:4 judges[1].judge_id: "spare" is never asked, because no entry of `judge_runs` names it',
    ]);
  });

  test("overrides for a model of no suite are a warning with the likely model", async () => {
    const files = {
      ...caseAt("c"),
      "configs/suites/s.yaml": suiteText(),
      "configs/run_profiles/r.yaml": profileText("model_overrides: { big_modle: { seed: 1 } }\n"),
    };
    expect(await problemsOf(files)).toEqual([
      'warning configs/run_profiles/r.yaml:4 model_overrides.big_modle: no suite has a model with this id, so these settings do nothing Did you mean "big_model"?',
    ]);
  });

  test("a tool message, which most providers refuse, is a warning", async () => {
    const text = caseText("c").replace("role: user", "role: tool");
    expect(await problemsOf({ "configs/cases/c/test.yaml": text })).toEqual([
      "warning configs/cases/c/test.yaml:6 input.messages[0]: most providers refuse a tool message without the tool call that it answers; a user message can quote it",
    ]);
  });
});
