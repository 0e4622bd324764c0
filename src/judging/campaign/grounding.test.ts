import { expect, test } from "vitest";
import { countGrounding, openEvidenceLookup, referencesIn } from "./grounding.ts";
import type { Packet } from "./packet/packet.ts";

const packet = {
  subject_response: {
    final_output: "The total is 1,250 euros,\nsee report.md.",
    assistant_messages: ["I'll add them up."],
  },
  execution_evidence: { deterministic_summary: { failed_checks: 2 }, key_trace_events: [{ content: "exit code 1" }] },
} as unknown as Packet;
const look = openEvidenceLookup(packet);

test.each([
  ["a quote", 'It says "The total is 1,250 euros".'],
  ["a quote with other spacing and case", "It says “the TOTAL is  1,250 euros, see report.md”."],
  ["a quote whose closing comma is the writer's", 'It says "the total is 1,250 euros," which is right.'],
  ["a quote with an ellipsis", 'It says "The total … report.md".'],
  ["German quotation marks", "Es sagt „exit code 1“."],
  ["French quotation marks", "Il dit « exit code 1 »."],
  ["Japanese quotation marks", "「exit code 1」とある。"],
  ["single quotes", "It says 'exit code 1' once."],
  ["backticks", "`exit code 1` was ignored."],
  ["a file name", "It wrote report.md as asked."],
  ["a number", "Found 1250 as the total."],
  ["a count of the packet", "There are 2 failed checks: failed_checks."],
  ["the name of a field", "`failed_checks` is not zero."],
])("grounded: %s", (_, evidence) => {
  expect(look(evidence).grounded).toBe(true);
});

test.each([
  ["a quote that stands nowhere", 'It says "The total is 1,300 euros".'],
  ["a paraphrase in quotation marks", 'It says "the sum is 1,250 euros".'],
  ["a quote pieced together from two places", 'It says "report.md. I\'ll add them up".'],
  ["an ellipsis with one invented part", 'It says "The total … is wonderful".'],
  ["a file that is not there", "It wrote summary.md."],
  ["a number that is not there", "It found 77 errors."],
  ["part of a number", "It found 25 euros."],
  ["one true and one invented quote", '"exit code 1" and "exit code 3" both occur.'],
])("not grounded: %s", (_, evidence) => {
  expect(look(evidence).grounded).toBe(false);
});

test("an item that quotes nothing can be neither", () => {
  expect(look("Doesn't answer, and it's e.g. far too vague.").grounded).toBeNull();
});

test("apostrophes are not quotation marks", () => {
  expect(referencesIn("It's the model's choice, isn't it")).toEqual([]);
});

test("items are counted with and without references", () => {
  const items = ['says "exit code 1"', 'says "nonsense"', "fine"].map(look);
  expect(countGrounding(items)).toEqual({ items: 3, quoting: 2, grounded: 1 });
});
