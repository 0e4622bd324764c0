import { expect, test } from "vitest";
import { testCase } from "../../config/index.ts";
import { hookInput } from "./hook-input.ts";

const told = (context: object) => {
  const parsed = testCase.parse({
    schema_version: 1,
    case_id: "c",
    title: "C",
    runner: { type: "openclaw" },
    input: { context },
  });
  const subject = {
    loadedCase: { case: parsed, messages: [], turns: [], attachments: [] },
    artifact: { identity: { repetition: 1 } },
  };
  const input = hookInput({ check_id: "a" } as never, subject as never, { paths: {} } as never);
  return (input.case as { hints: unknown }).hints;
};

test("a hook gets the hints of its case, and not the one that Assay acts on", () => {
  expect(told({ openclaw: { expected_artifact: "report.md", task_mode: "patch", rounds: 2 } })).toEqual({
    task_mode: "patch",
    rounds: 2,
  });
});

test.each([[{}], [{ openclaw: {} }], [{ openclaw: { expected_artifact: "report.md" } }]])(
  "without hints a hook gets an empty mapping: %j",
  (context) => expect(told(context)).toEqual({}),
);
