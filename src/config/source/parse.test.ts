import fc from "fast-check";
import { expect, test } from "vitest";
import { explainIssues } from "../file/explain-issue.ts";
import { testCase } from "../schema/case/test-case.ts";
import { parseText } from "./parse.ts";

const SAMPLE = `schema_version: 1
case_id: c
title: &t "T"
runner: { type: llm_probe, seed: 7 }
input:
  messages:
    - { role: user, content: *t }
metadata:
  <<: { a: 1 }
  list: [1, 2.5, null, true, "x"]
  text: |
    two
    lines
`;

/** Replaces pieces of the sample with broken YAML. */
const damagedSample = fc
  .array(
    fc.record({
      at: fc.nat(SAMPLE.length),
      remove: fc.nat(12),
      insert: fc.oneof(
        fc.string({ maxLength: 6, unit: "binary" }),
        fc.constantFrom(
          "\t",
          "- ",
          "? ",
          ": ",
          "&t ",
          "*t",
          "<<: ",
          "[",
          "}",
          "!!x ",
          "|\n",
          "---\n",
          "...\n",
          "\r",
          "\u0000",
          "%YAML 9\n",
        ),
      ),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((edits) =>
    edits.reduce((text, { at, remove, insert }) => text.slice(0, at) + insert + text.slice(at + remove), SAMPLE),
  );

test("whatever is done to a file, it is either read or refused with a place inside it", () => {
  fc.assert(
    fc.property(fc.oneof(damagedSample, fc.string({ unit: "binary", maxLength: 200 })), (text) => {
      const parsed = parseText(text, "/w/test.yaml", "test.yaml");
      const result = parsed.ok ? testCase.safeParse(parsed.source.value) : undefined;
      const diagnostics = parsed.ok
        ? result!.success
          ? []
          : explainIssues(parsed.source, testCase, result!.error.issues)
        : parsed.diagnostics;
      if (!parsed.ok || !result!.success) expect(diagnostics.length).toBeGreaterThan(0);
      const lines = text.split(/\n/).length;
      for (const { line, column, message } of diagnostics) {
        expect(line).toBeGreaterThanOrEqual(1);
        expect(line).toBeLessThanOrEqual(lines);
        expect(column).toBeGreaterThanOrEqual(1);
        expect(message).not.toBe("");
      }
    }),
    { numRuns: 500 },
  );
});
