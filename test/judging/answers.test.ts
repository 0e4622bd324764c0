import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { judgedWorkspace, verdict } from "./judged-workspace.ts";

const CASE = "configs/cases/one/test.yaml";
const ONE = ["--model", "alpha", "--case", "one", "--no-chart"];

/** A workspace whose first case has these checks, and how they came out. The answer is "2 + 2 is 4.". */
async function checked(checks: string, files: Record<string, string> = {}) {
  const workspace = await judgedWorkspace({ judge: () => verdict(8) });
  for (const [path, text] of Object.entries(files)) writeFileSync(join(workspace.root, path), text);
  const setChecks = (list: string) =>
    workspace.edit(
      CASE,
      (text) => `${text.slice(0, text.indexOf("deterministic_checks:"))}deterministic_checks:\n${list}`,
    );
  setChecks(checks);
  const outcomes = async (): Promise<string[]> => {
    const { stdout } = await workspace.call("run-eval", [...ONE, "--output", "json"]);
    const [trial] = JSON.parse(stdout).trials;
    return trial.checks.outcomes.map(({ check_id, outcome }: Record<string, string>) => `${check_id} ${outcome}`);
  };
  return { ...workspace, setChecks, outcomes };
}

const contains = (text: string, more = "") =>
  `  - { check_id: says, ${more}declarative: { kind: response_contains, text: "${text}" } }\n`;

test("a check that is changed is decided anew from the stored run, in both directions, and nothing is run again", async () => {
  const workspace = await checked(contains("5"));
  expect(await workspace.outcomes()).toEqual(["says failed"]);
  expect(workspace.newRequests().subject).toBe(1);
  workspace.setChecks(contains("is 4"));
  expect(await workspace.outcomes()).toEqual(["says passed"]);
  workspace.setChecks(contains("is 4", "not: true, "));
  expect(await workspace.outcomes()).toEqual(["says failed"]);
  workspace.setChecks(contains("5"));
  expect(await workspace.outcomes()).toEqual(["says failed"]);
  expect(workspace.newRequests().subject).toBe(0);
});

test("a schema in a file of its own is looked at again when the file changes", async () => {
  const schema = "configs/cases/one/answer.json";
  const check = "  - { check_id: typed, declarative: { kind: response_json, schema_path: answer.json } }\n";
  const workspace = await checked(check, { [schema]: '{ "type": "object" }' });
  expect(await workspace.outcomes()).toEqual(["typed failed"]);
  const counted =
    "  - { check_id: typed, not: true, declarative: { kind: response_json, schema_path: answer.json } }\n";
  workspace.setChecks(counted);
  expect(await workspace.outcomes()).toEqual(["typed passed"]);
  writeFileSync(join(workspace.root, schema), '{ "type": "strng" }');
  const { code, stderr, stdout } = await workspace.call("run-eval", ONE);
  expect({ code, said: `${stdout}${stderr}` }).toEqual({
    code: 2,
    said: expect.stringContaining("configs/cases/one/answer.json:1:11"),
  });
});

test("a changed schema file changes the result of the same answer", async () => {
  const schema = "configs/cases/one/answer.json";
  const check = "  - { check_id: typed, declarative: { kind: response_json, schema_path: answer.json } }\n";
  const workspace = await judgedWorkspace({ subject: () => '{"sum": 4}' });
  workspace.edit(
    CASE,
    (text) => `${text.slice(0, text.indexOf("deterministic_checks:"))}deterministic_checks:\n${check}`,
  );
  const outcome = async (text: string) => {
    writeFileSync(join(workspace.root, schema), text);
    const { stdout } = await workspace.call("run-eval", [...ONE, "--output", "json"]);
    return JSON.parse(stdout).trials[0].checks.outcomes[0].outcome;
  };
  expect(await outcome('{ "required": ["sum"] }')).toBe("passed");
  expect(await outcome('{ "required": ["total"] }')).toBe("failed");
  expect(await outcome('{ "required": ["sum"] }')).toBe("passed");
});

test("the judge sees what was looked for and what was found, and that a check was turned around", async () => {
  const workspace = await checked(`${contains("is 4", "not: true, ")}  - check_id: whole
    declarative: { kind: response_equals, number: 5 }
  - check_id: short
    declarative: { kind: response_length, words: { max: 20 } }
`);
  await workspace.outcomes();
  const asked = workspace.provider.requests.find(({ body }) => String(body.model).includes("judge"))!;
  expect(JSON.parse(asked.body.messages[1].content).execution_evidence.check_results).toEqual([
    {
      check_id: "says",
      kind: "response_contains",
      not: true,
      outcome: "failed",
      message: 'This must not be the case: The answer contains "is 4": "2 + 2 is 4.".',
    },
    {
      check_id: "whole",
      kind: "response_equals",
      outcome: "failed",
      message: 'The answer has numbers other than 5: "2", "4". It begins: "2 + 2 is 4.".',
    },
    { check_id: "short", kind: "response_length", outcome: "passed" },
  ]);
  expect(JSON.parse(workspace.read(workspace.find("final_result_1.json"))).check_results[0]).toMatchObject({
    not: true,
  });
});

test("a required check that is turned around decides whether the trial passes", async () => {
  const workspace = await checked(contains("is 4", "not: true, required: true, "));
  const { code, stderr } = await workspace.call("run-eval", ONE);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringContaining("1 of 1 trial has a required check that failed (says)"),
  });
});

test("limits hold on a real trial, and a price that was named for one of two requests only is no price", async () => {
  const limits = `  - { check_id: cost, declarative: { kind: cost_at_most, usd: 1 } }
  - { check_id: tokens, declarative: { kind: tokens_at_most, tokens: 30 } }
  - { check_id: turns, declarative: { kind: turns_at_most, turns: 1 } }
`;
  const counted = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const outcomesWith = async (...usages: Record<string, unknown>[]) => {
    const workspace = await judgedWorkspace({
      subject: (_, index) =>
        index === 0
          ? { tool_calls: [{ name: "list_files", arguments: {} }], usage: usages[0] }
          : { content: "4", usage: usages[1] },
    });
    workspace.edit(CASE, (text) =>
      `${text.slice(0, text.indexOf("deterministic_checks:"))}deterministic_checks:\n${limits}`.replace(
        "expectations:",
        "  context: { llm_probe: { tools: [list_files] } }\nexpectations:",
      ),
    );
    const { stdout } = await workspace.call("run-eval", [...ONE, "--output", "json"]);
    return JSON.parse(stdout).trials[0].checks.outcomes.map(({ outcome }: { outcome: string }) => outcome);
  };
  expect(await outcomesWith({ ...counted, cost: 0.1 }, { ...counted, cost: 0.1 })).toEqual([
    "passed",
    "passed",
    "failed",
  ]);
  expect(await outcomesWith({ ...counted, cost: 0.1 }, counted)).toEqual(["error", "passed", "failed"]);
  expect(await outcomesWith(counted, counted)).toEqual(["error", "passed", "failed"]);
});
