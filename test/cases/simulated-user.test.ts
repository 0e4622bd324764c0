import { describe, expect, test } from "vitest";
import { loadCampaign } from "../../src/config/index.ts";
import { agentAt, inWords, problemsOf, profileText, suiteText } from "../support/small-workspace.ts";
import { temporaryFolder } from "../support/temporary.ts";

const USER = { persona: "A busy person.", goal: "A refund." };
const MESSAGES = [{ role: "user", content: "Hi" }];

const caseOf = (input: object, runner = "llm_probe") =>
  JSON.stringify({ schema_version: 1, case_id: "c", title: "C", runner: { type: runner }, input }, null, 2);

const problemsOfInput = async (input: object, runner = "llm_probe") =>
  (
    await problemsOf({
      "configs/cases/c/test.yaml": caseOf(input, runner),
      ...(runner === "openclaw" ? agentAt("a") : {}),
    })
  ).filter((problem) => problem.includes("configs/cases/c/"));

describe("accepts", () => {
  test.each<[string, object]>([
    ["a persona and a goal", { messages: MESSAGES, user: USER }],
    ["a user who begins: a case without messages", { user: USER }],
    ["a user who begins after a system message", { messages: [{ role: "system", content: "Be kind." }], user: USER }],
    ["a stop rule", { messages: MESSAGES, user: { ...USER, stop_when: "It is refunded.", max_turns: 50 } }],
    ["one turn", { messages: MESSAGES, user: { ...USER, max_turns: 1 } }],
    [
      "a model and settings",
      {
        messages: MESSAGES,
        user: { ...USER, model: "offline/user", temperature: 0, seed: null, retries: 0, timeout_seconds: 5 },
      },
    ],
    [
      "options of the provider",
      { messages: MESSAGES, user: { ...USER, request_options: { reasoning: { effort: "low" } } } },
    ],
    ["tools beside it", { messages: MESSAGES, user: USER, context: { llm_probe: { tools: ["read_file"] } } }],
  ])("%s", async (_, input) => {
    expect(await problemsOfInput(input)).toEqual([]);
  });
});

describe("refuses", () => {
  test.each<[string, object, string]>([
    ["a user without a persona", { user: { goal: "x" } }, "input.user.persona: is missing"],
    ["a user without a goal", { user: { persona: "x" } }, "input.user.goal: is missing"],
    ["an empty goal", { user: { ...USER, goal: "" } }, "input.user.goal: must not be empty"],
    ["an empty stop rule", { user: { ...USER, stop_when: "" } }, "input.user.stop_when: must not be empty"],
    [
      "a persona that is a list",
      { user: { ...USER, persona: ["busy"] } },
      "input.user.persona: expected text, found a list of 1",
    ],
    ["no turn", { user: { ...USER, max_turns: 0 } }, "input.user.max_turns: expected at least 1, found 0"],
    [
      "a thousand turns",
      { user: { ...USER, max_turns: 1000 } },
      "input.user.max_turns: expected at most 50, found 1000",
    ],
    ["half a turn", { user: { ...USER, max_turns: 1.5 } }, "input.user.max_turns: expected a whole number"],
    [
      "a temperature beyond the scale",
      { user: { ...USER, temperature: 3 } },
      "input.user.temperature: expected at most 2",
    ],
    ["a misspelt field, with a suggestion", { user: { ...USER, stop_wen: "x" } }, 'Did you mean "stop_when"?'],
    [
      "a setting hidden among options",
      { user: { ...USER, request_options: { temperature: 1 } } },
      "has a field of its own",
    ],
    ["a text in place of a user", { user: "A busy person." }, "input.user: expected a mapping"],
    ["no message and no user", { messages: [] }, "needs at least one message to send"],
  ])("%s", async (_, input, says) => {
    const problems = await problemsOfInput(input);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(says);
  });

  test("a user of an agent, and says what to write instead", async () => {
    const problems = await problemsOfInput({ messages: MESSAGES, user: USER }, "openclaw");
    expect(problems).toEqual([
      expect.stringContaining("input.user: is for llm_probe cases only; write what the user says next as `turns`"),
    ]);
  });
});

describe("a run profile's `simulated_user`", () => {
  const loaded = async (user: object | undefined, profile: string) => {
    const root = temporaryFolder({
      "configs/cases/c/test.yaml": caseOf({ messages: MESSAGES, ...(user ? { user } : {}) }),
      "configs/suites/s.yaml": suiteText("case_selection: { include_case_ids: [c] }\n"),
      "configs/run_profiles/r.yaml": profileText(profile),
    });
    const { diagnostics } = await loadCampaign({ from: root, suite: "s", runProfile: "r" });
    return diagnostics.map(inWords);
  };

  test.each<[string, object | undefined, string]>([
    ["names the model of all users", USER, "simulated_user: { model: offline/user }\n"],
    [
      "may have an endpoint and settings",
      USER,
      "simulated_user: { model: m, gateway: { base_url: 'http://localhost:1/v1' }, max_tokens: 5 }\n",
    ],
    ["is not needed where the case names one", { ...USER, model: "offline/user" }, ""],
    ["may be left out where nobody is simulated", undefined, ""],
  ])("%s", async (_, user, profile) => {
    expect(await loaded(user, profile)).toEqual([]);
  });

  test.each<[string, object | undefined, string, string]>([
    [
      "is missed where nobody plays the user",
      USER,
      "",
      "simulated_user.model: is missing, but no model plays the user of c; name a model here or as `input.user.model`",
    ],
    ["without a model is not enough", USER, "simulated_user: { temperature: 0 }\n", "no model plays the user of c"],
    [
      "has no turns",
      USER,
      "simulated_user: { model: m, max_turns: 3 }\n",
      "simulated_user.max_turns: is not a known field here",
    ],
    [
      "has no persona",
      USER,
      "simulated_user: { model: m, persona: x }\n",
      "simulated_user.persona: is not a known field here",
    ],
    [
      "does nothing without such a case, and says so",
      undefined,
      "simulated_user: { model: m }\n",
      "warning configs/run_profiles/r.yaml:4 simulated_user: does nothing here",
    ],
  ])("%s", async (_, user, profile, says) => {
    const problems = await loaded(user, profile);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(says);
  });
});
