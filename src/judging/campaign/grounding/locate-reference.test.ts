import fc from "fast-check";
import { expect, test } from "vitest";
import type { GroundedEvidence } from "../../../records/index.ts";
import type { Packet } from "../packet/packet.ts";
import { openEvidenceLookup } from "./grounding.ts";
import { openReferenceLocator } from "./locate-reference.ts";

const ANSWER = "The refund was sent on 3 May. It is 1,250 euros.\nThe refund was sent twice.";

function packetWith(final_output: string): Packet {
  return {
    schema_version: 2,
    evaluation_target: {
      task_messages: [{ role: "user", content: "Where is my refund of 99?" }],
      expectations: { hard: [{ text: "Says when the money was sent.", weight: 1 }], soft: [] },
      dimensions: [],
    },
    subject_response: {
      status: "success",
      final_output,
      assistant_messages: ["I look into out/ledger.csv first."],
      tool_activity_summary: { tool_call_count: 7, failed_tool_call_count: 0, tools_offered: [], tools_used: [] },
    },
    execution_evidence: {
      deterministic_summary: { passed_checks: 0, failed_checks: 0, error_checks: 0, total_checks: 0 },
      check_results: [],
      key_trace_events: [],
      artifacts: [],
      material_failures: [],
    },
    shortened: [],
  };
}

/** The marked part of the first reference in a piece of evidence: its path, and the characters there. */
function marked(evidence: string, answer = ANSWER): string[] | null {
  const packet = packetWith(answer);
  const { references }: GroundedEvidence = openEvidenceLookup(packet)(evidence);
  const place = openReferenceLocator(packet)(references[0]!);
  if (!place) return null;
  const at = place.path === "subject_response.final_output" ? answer : textAt(packet, place.path);
  return [place.path, at.slice(place.start, place.end)];
}

function textAt(packet: Packet, path: string): string {
  const steps = path.split(/[.[\]]+/).filter(Boolean);
  return String(steps.reduce((value, step) => (value as Record<string, unknown>)[step], packet as unknown));
}

test.each([
  ['It says "refund was sent on 3 May".', ["subject_response.final_output", "refund was sent on 3 May"]],
  // Of a repeated passage, the first is marked.
  ['"The refund was sent"', ["subject_response.final_output", "The refund was sent"]],
  // Copied with other quotation marks, other case, other spacing.
  ["“the Refund   was sent on”", ["subject_response.final_output", "The refund was sent on"]],
  ['"The refund … 3 May"', ["subject_response.final_output", "The refund was sent on 3 May"]],
  ['"It is 1,250 euros,"', ["subject_response.final_output", "It is 1,250 euros"]],
  ["The sum of 1250 is right", ["subject_response.final_output", "1,250"]],
  ["It looked into ledger.csv", ["subject_response.assistant_messages[0]", "ledger.csv"]],
  ['The user asks "Where is my refund"', ["evaluation_target.task_messages[0].content", "Where is my refund"]],
  ['expected: "when the money was sent"', ["evaluation_target.expectations.hard[0].text", "when the money was sent"]],
])("%s marks its exact place", (evidence, place) => {
  expect(marked(evidence)).toEqual(place);
});

test("Chinese is marked to the character, line breaks in it or not", () => {
  const answer = "您好。退款已于\n昨天发出。退款已于昨天发出。";
  expect(marked("它说「退款已于昨天发出」。", answer)).toEqual(["subject_response.final_output", "退款已于\n昨天发出"]);
});

test("what is nowhere has no place", () => {
  expect(marked('It says "the refund was never sent".')).toBeNull();
});

test("whatever was found word for word is marked word for word, wherever it is in the answer", () => {
  const word = fc.stringMatching(/^[a-z]{4,9}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 6, maxLength: 40 }), fc.nat(), fc.nat(), (words, from, length) => {
      const start = from % (words.length - 4);
      const quote = words.slice(start, start + 4 + (length % 3)).join(" ");
      expect(marked(`It says "${quote}".`, words.join(" "))?.[1]).toBe(quote);
    }),
    { seed: 16, numRuns: 300 },
  );
});
