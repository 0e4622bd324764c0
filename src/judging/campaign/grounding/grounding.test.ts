import { describe, expect, test } from "vitest";
import type { Packet } from "../packet/packet.ts";
import { openEvidenceLookup } from "./grounding.ts";
import { addGrounding, countGrounding } from "./grounding-count.ts";

const packet = {
  evaluation_target: {
    task_messages: [{ role: "user", content: "Add up the invoices and “explain” the sum. Name 77 examples." }],
    expectations: { hard: [{ text: "States the total amount in euros", weight: 1 }], soft: [] },
    dimensions: [],
  },
  subject_response: {
    status: "success",
    final_output:
      'The total is 1,250 euros,\nsee report.md. We are unable to comply with the rest.\nRun `npm test` before you say "done" to anyone.\n**Note:** it\'s “final”.',
    assistant_messages: ["I'll add them up."],
    tool_activity_summary: { tool_call_count: 2, failed_tool_call_count: 0, tools_offered: [], tools_used: [] },
  },
  execution_evidence: {
    deterministic_summary: { passed_checks: 1, failed_checks: 2, error_checks: 0, total_checks: 3 },
    check_results: [
      { check_id: "has_total", kind: "file_contains", outcome: "failed", message: "no sum in final-sum.md" },
    ],
    key_trace_events: [
      {
        event: 1,
        kind: "tool_call",
        tool_name: "write_file",
        arguments: '{"path":"report.md","content":"Sum:\\nall of it"}',
      },
      { event: 2, kind: "tool_result", tool_name: "exec_shell", status: "success", content: "exit code 1" },
    ],
    artifacts: [
      { artifact_type: "workspace_file", basename: "report.md", bytes: 9, excerpt: "One file was left behind." },
    ],
    material_failures: [],
  },
  shortened: [],
} as unknown as Packet;
const look = openEvidenceLookup(packet);
const foundAt = (evidence: string) => look(evidence).references.map(({ found }) => found?.place ?? null);

test.each([
  ["a quote", 'It says "The total is 1,250 euros".'],
  ["a quote with other spacing and case", "It says “the TOTAL is  1,250 euros, see report.md”."],
  ["a quote whose closing comma is the writer's", 'It says "the total is 1,250 euros," which is right.'],
  ["a quote with an ellipsis", 'It says "The total … report.md".'],
  ["a quote with an ellipsis in brackets", 'It says "The total is [...] see report.md".'],
  ["German quotation marks", "Es sagt „exit code 1“."],
  ["French quotation marks", "Il dit « exit code 1 »."],
  ["Japanese quotation marks", "「exit code 1」とある。"],
  ["straight quotation marks in Chinese", '工具返回"exit code 1"。'],
  ["two quotes in Chinese with straight marks", '工具返回"exit code 1"和"One file was left"。'],
  ["a plural behind code", "Two `report.md`s were asked for."],
  ["single quotes", "It says 'exit code 1' once."],
  ["backticks", "`exit code 1` was ignored."],
  ["a file name", "It wrote report.md as asked."],
  ["a number", "Found 1250 as the total."],
  ["a count of the packet", "There are 2 failed checks: failed_checks."],
  ["the name of a field", "`failed_checks` is not zero."],
  ["the name of a field that was taken apart", "`final_output` is empty."],
  ["a quote with inline code", 'It says "Run `npm test` before you say" so.'],
  ["a quote with quotation marks inside", 'It says "before you say "done" to anyone".'],
  ["the same where only the closing one is inside", 'It says "done" to anyone".'],
  ["the same at its end", 'It says "before you say "done"".'],
  ["the same with the other kind inside", `It says "before you say 'done' to anyone".`],
  ["both inside backticks", '`Run `npm test` before you say "done" to anyone.` is good advice.'],
  ["a line of the answer without any marks around it", 'Run `npm test` before you say "done" to anyone.'],
  ["a line that lost its emphasis", 'Note: it\'s "final".'],
  ["a quote that keeps half of a pair", 'It has "done" to anyone. **Note'],
  ["two quotes", 'Both "exit code 1" and "I\'ll add them up" are there.'],
  ["a quote with escaped marks", 'It says \\"exit code 1\\" at the end.'],
  ["what the subject wrote as JSON", 'It wrote "Sum: all of it".'],
  ["a fence", "```text\nexit code 1\n```"],
])("grounded: %s", (_, evidence) => {
  expect(look(evidence)).toMatchObject({ state: "grounded" });
});

test.each([
  ["a quote that stands nowhere", 'It says "The total is 1,300 euros".'],
  ["a paraphrase in quotation marks", 'It says "the sum is 1,250 euros".'],
  ["a quote pieced together from two places", 'It says "report.md. I\'ll add them up".'],
  ["an ellipsis with one invented part", 'It says "The total … is wonderful".'],
  ["an ellipsis that joins question and answer", 'It says "Add up the invoices … 1,250 euros".'],
  ["an ellipsis that turns the order around", 'It says "see report.md … The total is".'],
  ["a file that is not there", "It wrote summary.md."],
  ["a file whose name is part of another", "It wrote sum.md."],
  ["a number that is not there", "It found 78 errors."],
  ["part of a number", "It found 25 euros."],
  ["a quote that cuts a number", 'It says "The total is 1,25".'],
  ["a quote that cuts a negation", 'It says "able to comply".'],
  ["one true and one invented quote", '"exit code 1" and "exit code 3" both occur.'],
  ["an invented quote around a true one", '"You must say "done" three times" is what it wants.'],
  ["an invented quote with true code inside", '"Never run `npm test`" is its advice.'],
  ["a quote that becomes invented after a mark inside", 'It says "done" to nobody".'],
  ["an invented quote before a true one", '"exit code 9" is wrong, "exit code 1" is right.'],
])("not grounded: %s", (_, evidence) => {
  expect(look(evidence)).toMatchObject({ state: "not_found" });
});

describe("every quote says where it was found:", () => {
  test.each([
    ["in the answer", '"The total is"', "answer"],
    ["in what was said on the way", '"I\'ll add them up"', "answer"],
    ["in a tool's result", '"exit code 1"', "tool_result"],
    ["in what a tool was told", '"Sum: all of it"', "tool_call"],
    ["in a file", '"One file was left"', "file"],
    ["in a check", '"no sum in"', "check"],
    ["in how the run went", '"success"', "tool_result"],
    ["in the task", '"Add up the invoices"', "task"],
    ["in the expectations", '"total amount in euros"', "rubric"],
    ["a number in the task", "It gave 77 of them.", "task"],
  ])("%s", (_, evidence, place) => expect(foundAt(evidence)).toEqual([place]));

  test("with its path in the packet and what copying changed", () => {
    expect(look('It has "it\'s "final"".').references).toEqual([
      {
        kind: "quote",
        text: 'it\'s "final"',
        found: { place: "answer", path: "subject_response.final_output", artefacts: ["quotation_marks"] },
      },
    ]);
    expect(look('"exit code 1"').references[0]?.found?.path).toBe("execution_evidence.key_trace_events[1].content");
  });

  test("what stands in the task and in the answer is from the answer, however it was copied", () => {
    const twice = { ...packet, subject_response: { ...packet.subject_response, final_output: 'I "explain" the sum.' } };
    const inBoth = openEvidenceLookup(twice as Packet);
    expect(inBoth("It says «“explain” the sum».").references[0]?.found).toMatchObject({
      place: "answer",
      artefacts: ["quotation_marks"],
    });
  });
});

test.each([
  ["a quote of the task", 'It was told "Add up the invoices".'],
  ["a quote of what is expected", 'It "States the total amount in euros".'],
  ["a number that only the task has", "It was to name 77 of them."],
  ["a quote of the task with a number that is everywhere", 'Of 3 things "Add up the invoices" was one.'],
])("not evidence about the subject: %s", (_, evidence) => {
  expect(look(evidence)).toMatchObject({ state: "task_only" });
});

test("one quote of the subject is enough", () => {
  expect(look('Told to "Add up the invoices" it said "The total is 1,250 euros".').state).toBe("grounded");
});

test.each([
  "Doesn't answer, and it's e.g. far too vague.",
  "It's the model's choice, isn't it",
  "The users' wishes and a wide' screen",
  "It's from the 'nineties, isn't it",
  'An empty "" says nothing, and " " neither',
])("quotes nothing: %s", (evidence) => {
  expect(look(evidence)).toMatchObject({ references: [], state: "quotes_nothing" });
});

test("items are counted by what they quote, and quotes by place", () => {
  const items = ['says "exit code 1"', 'says "nonsense"', "fine", 'says "Add up the invoices"'].map(look);
  const count = countGrounding(items);
  expect(count).toEqual({
    items: 4,
    quoting: 3,
    grounded: 1,
    task_only: 1,
    places: { tool_result: 1, nowhere: 1, task: 1 },
  });
  expect(addGrounding([count, count]).places).toEqual({ tool_result: 2, nowhere: 2, task: 2 });
});

describe("a line with more quotation marks than anybody nests", () => {
  const line = Array.from({ length: 20 }, (_, index) => `{ "kind": "of_${index}" }`).join(", ");
  const answer = { ...packet.subject_response, final_output: `It is one of these: ${line}.` };
  const lookIn = openEvidenceLookup({ ...packet, subject_response: answer });
  const escaped = line.replaceAll('"', '\\"');

  test.each([
    ["in marks of its own", `It says "${line}".`],
    ["escaped as JSON", `It says "${escaped}".`],
    ["escaped, and cut short", `It says "${escaped.slice(escaped.indexOf("of_3"))}".`],
  ])("is found %s", (_, evidence) => {
    expect(lookIn(evidence).state).toBe("grounded");
  });

  test("is not found with one word changed", () => {
    expect(lookIn(`It says "${escaped.replace("of_13", "of_31")}".`).state).toBe("not_found");
  });
});

describe("a line of code with empty strings in it", () => {
  const line = 'words = len((it["run"]["final_output"] or "").split()) + it["check"]["limit"]';
  const lookIn = openEvidenceLookup({
    ...packet,
    subject_response: { ...packet.subject_response, final_output: line },
  } as Packet);
  const part = line.slice(line.indexOf("it["), line.indexOf('"]', line.indexOf("limit"))).replaceAll('"', '\\"');

  test("is found when it is escaped and cut short inside its last pair of marks", () => {
    expect(lookIn(`The answer says "${part}" there.`).state).toBe("grounded");
  });

  test("is not found with another word in it", () => {
    expect(lookIn(`The answer says "${part.replace("split", "strip")}" there.`).state).toBe("not_found");
  });
});

describe("hostile evidence ends", () => {
  const large = openEvidenceLookup({
    ...packet,
    subject_response: { ...packet.subject_response, final_output: "a ".repeat(1_000_000) },
  } as Packet);
  test.each([
    ["thousands of quotation marks", '"'.repeat(100_000)],
    ["thousands of openings", ' "a'.repeat(30_000)],
    ["thousands of backticks", "`".repeat(100_000)],
    ["thousands of different quotes", Array.from({ length: 3000 }, (_, index) => `"a${index}"`).join(" ")],
    ["an ellipsis with thousands of parts", `"${"a … ".repeat(30_000)}"`],
    ["a million spaces", `"a${" ".repeat(1_000_000)}b"`],
  ])("%s", (_, evidence) => {
    expect(["not_found", "quotes_nothing", "grounded"]).toContain(large(evidence).state);
  });
});
