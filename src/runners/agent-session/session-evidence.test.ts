import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { keepSession } from "./session-evidence.ts";
import type { Turn } from "./turn.ts";

const call = {
  outcome: "exited",
  exit_code: 0,
  signal: null,
  stdout: "",
  stderr: "",
  dropped_bytes: 0,
  duration_ms: 1,
};
const turnWith = (report: Record<string, unknown>) =>
  ({ message: "Hi", call, outcome: { status: "success", answer: "Hi", usage: null, report } }) as Turn;

async function reportsOf(...reports: Record<string, unknown>[]): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), "assay-test-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const wire = { exchanges: [], refusals: [], hosts: [], shortened: false };
  const session = { turns: reports.map(turnWith), wire, directory, redact: (text: string) => text };
  await keepSession(session, { name: "agent.log", before: [] });
  return readFileSync(join(directory, "turns.json"), "utf8");
}

const nested = (depth: number, inner: unknown): unknown => (depth === 0 ? inner : [nested(depth - 1, inner)]);

test("a report is kept laid out for people", async () => {
  expect(await reportsOf({ text: "Hi" })).toContain('\n    "report": {\n      "text": "Hi"\n    }');
});

test("a report whose layout would be many times its size is kept without one", async () => {
  const text = await reportsOf({ a: nested(190, Array(400_000).fill(1)) });
  expect(text.length).toBeLessThan(1_000_000);
  expect(JSON.parse(text)).toHaveLength(1);
});

test("a report of megabytes is left out, and the others stay", async () => {
  const [long, short] = JSON.parse(await reportsOf({ a: "x".repeat(5_000_000) }, { text: "Hi" }));
  expect(long.report).toEqual({ left_out: "5000008 characters" });
  expect(short.report).toEqual({ text: "Hi" });
});
