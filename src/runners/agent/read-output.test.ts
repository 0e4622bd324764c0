import { expect, test } from "vitest";
import type { ProcessResult } from "../../sandbox/index.ts";
import { readAgentOutput } from "./read-output.ts";

function printed(stdout: string): ProcessResult {
  return { outcome: "exited", exit_code: 0, signal: null, stdout, stderr: "", dropped_bytes: 0, duration_ms: 1 };
}

const JSON_OUTPUT = { format: "json", answer: "said", error: "error" } as const;

test.each([
  ["as it is", '{"said":"yes"}'],
  ["behind warnings", 'warning\n{"said":"yes"}\n'],
  ["indented", '  {\n    "said": "yes"\n  }\n'],
  ["after empty lines", '\n\n{"said":"yes"}'],
  ["after a byte-order mark", '\ufeff{"said":"yes"}'],
])("a document is found %s", (_, stdout) => {
  expect(readAgentOutput(printed(stdout), JSON_OUTPUT, "Tester").outcome).toMatchObject({ answer: "yes" });
});

test("an error that is cut ends in a whole character", () => {
  const stdout = JSON.stringify({ error: `${"a".repeat(1_999)}\u{1f600}` });
  const { outcome } = readAgentOutput(printed(stdout), JSON_OUTPUT, "Tester");
  expect(outcome).toMatchObject({ failure: { message: `${"a".repeat(1_999)}\ufffd` } });
});
