import { expect, test } from "vitest";
import type { ProcessResult } from "../../sandbox/index.ts";
import { findReport } from "./find-report.ts";

const REPORT = JSON.stringify({ payloads: [{ text: "Yes." }], meta: {} }, null, 2);

function printed(stdout: string, stderr = ""): ProcessResult {
  return { outcome: "exited", exit_code: 0, signal: null, stdout, stderr, dropped_bytes: 0, duration_ms: 1 };
}

test.each([
  ["on stdout", printed(REPORT)],
  ["after log lines", printed(`[plugins] loaded\n${REPORT}\n`)],
  ["before log lines", printed(`${REPORT}\n[agent] ended\n`)],
  ["on stderr, as 2026.4 prints it", printed("", `[agent] start\n${REPORT}\n`)],
  ["on stderr, between log lines that are JSON", printed("", `{"level":"info"}\n${REPORT}\n[agent] ended\n`)],
])("the report is found %s", (_, call) => {
  expect(findReport(call)).toMatchObject({ payloads: [{ text: "Yes." }] });
});

test("what a failure says is found on stderr as well", () => {
  expect(findReport(printed("", '[x]\n{"ok": false, "error": {"message": "no"}}'))).toMatchObject({ ok: false });
});

test.each([
  ["nothing", printed("")],
  ["words", printed("All done.", "bye")],
  ["a list", printed("[1]")],
  ["null", printed("null")],
  ["JSON on stderr that is no report", printed("", '{"level": "info"}\n{"level": "warn"}\n')],
  ["a million lines that open something", printed("\n{".repeat(1_000_000))],
])("%s is no report", (_, call) => {
  expect(findReport(call)).toBeNull();
});
