import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { importOpenAiEvals } from "../index.ts";

const answer = "{{sample.output_text}}";
const criteria = [
  { type: "string_check", name: "same", input: answer, operation: "eq", reference: "{{item.label}}" },
  { type: "string_check", name: "other", input: answer, operation: "ne", reference: "nothing" },
  { type: "string_check", name: "like", input: answer, operation: "like", reference: "{{item.label}}" },
  { type: "string_check", name: "ilike", input: answer, operation: "ilike", reference: "{{ item.label }}" },
  {
    type: "text_similarity",
    name: "close",
    input: answer,
    reference: "{{item.label}}",
    evaluation_metric: "fuzzy_match",
    pass_threshold: 0.8,
  },
  {
    type: "text_similarity",
    name: "rouge",
    input: answer,
    reference: "{{item.label}}",
    evaluation_metric: "rouge_2",
    pass_threshold: 0.8,
  },
  {
    type: "text_similarity",
    name: "meaning",
    input: answer,
    reference: "{{item.label}}",
    evaluation_metric: "cosine",
    pass_threshold: 0.8,
  },
  {
    type: "score_model",
    name: "score",
    model: "o4-mini",
    input: [
      { role: "system", content: "Score the tone." },
      { role: "user", content: `Ticket: {{item.ticket}} Answer: ${answer}` },
    ],
    range: [0, 1],
    pass_threshold: 0.5,
  },
  {
    type: "label_model",
    name: "label",
    model: "o4-mini",
    input: [{ role: "user", content: { type: "input_text", text: `Is it right? ${answer}` } }],
    labels: ["right", "wrong"],
    passing_labels: ["right"],
  },
  {
    type: "python",
    name: "program",
    source: "def grade(sample, item):\n    return 1.0 if sample['output_text'] == item['label'] else 0.0\n",
    pass_threshold: 0.5,
  },
  { type: "multi", name: "all", graders: {}, calculate_output: "a + b" },
  { type: "string_check", name: "input", input: "{{item.ticket}}", operation: "eq", reference: "x" },
];
const rows = [
  { item: { ticket: "It is broken.", label: "Hardware" } },
  { item: { ticket: "Where is it {{now}}?", label: "Delivery" } },
];
const definition = {
  name: "Tickets",
  data_source_config: { type: "custom", item_schema: { type: "object" }, include_sample_schema: true },
  testing_criteria: criteria,
};
const run = {
  data_source: {
    type: "completions",
    model: "gpt-5-mini",
    sampling_params: { temperature: 0.2, seed: 7, max_completion_tokens: 50, top_k: 3 },
    input_messages: {
      type: "template",
      template: [
        { role: "developer", content: "Name the department." },
        { role: "user", content: { type: "input_text", text: "{{ item.ticket }}" } },
      ],
    },
    source: { type: "file_content", content: rows },
  },
};

async function importing(value: object, options = {}, files: Record<string, string> = {}) {
  const cwd = temporaryFolder({ "eval.json": JSON.stringify(value, null, 1), ...files });
  const report = await importOpenAiEvals({ cwd, file: "eval.json", into: "out", ...options });
  return { report, out: join(cwd, "out") };
}

const yamlIn = (out: string, folder: string) =>
  parse(readFileSync(join(out, folder, readdirSync(join(out, folder))[0]!), "utf8"));

interface WrittenCheck {
  check_id: string;
  not?: boolean;
  declarative?: { kind: string };
  module_hook?: object;
  python_hook?: object;
}

describe("an eval of OpenAI's service", () => {
  test("becomes a dataset with checks, hooks and expectations that validates", async () => {
    const { report, out } = await importing({ ...definition, run });
    expect(report.validation).toMatchObject({ ok: true, errors: 0 });
    const written = yamlIn(out, "configs/cases/Tickets");
    expect(written.input.messages).toEqual([
      { role: "system", content: "Name the department." },
      { role: "user", content: "{{item.ticket}}" },
    ]);
    expect(
      written.deterministic_checks.map(
        ({ check_id, not = false, declarative, module_hook, python_hook }: WrittenCheck) => [
          check_id,
          not,
          declarative?.kind ?? (module_hook ? "module_hook" : python_hook && "python_hook"),
        ],
      ),
    ).toEqual([
      ["same", false, "response_equals"],
      ["other", true, "response_equals"],
      ["like", false, "response_contains"],
      ["ilike", false, "response_contains"],
      ["close", false, "module_hook"],
      ["rouge", false, "module_hook"],
      ["program", false, "python_hook"],
    ]);
    expect(written.expectations.hard_expectations.map(({ text }: { text: string }) => text)).toEqual([
      "Says the same as this: {{item.label}}",
      "Does well by these instructions: Score the tone.\n\nTicket: {{item.ticket}} Answer: [the answer]",
      "Is labelled right (of right, wrong) by these instructions: Is it right? [the answer]",
    ]);
    expect(yamlIn(out, "configs/evaluation_profiles").judges[0]).toMatchObject({ model: "o4-mini" });
    expect(yamlIn(out, "configs/suites").models[0]).toMatchObject({ requested_model: "gpt-5-mini" });
    expect(yamlIn(out, "configs/run_profiles").model_overrides["gpt-5-mini"]).toEqual({
      temperature: 0.2,
      seed: 7,
      request_options: { max_completion_tokens: 50 },
    });
    expect(readFileSync(join(out, "configs/cases/Tickets/tests.jsonl"), "utf8")).toContain(
      '"item.ticket":"Where is it {{now}}?"',
    );
    expect(report.entries.filter(({ outcome }) => outcome === "not_translated").map(({ what }) => what)).toEqual([
      "sampling_params.top_k",
      "grader multi",
      "grader string_check",
    ]);
  });

  test("takes its rows from a file, where the service kept them", async () => {
    const elsewhere = { ...run, data_source: { ...run.data_source, source: { type: "file_id", id: "file-1" } } };
    const { report } = await importing(
      { ...definition, run: elsewhere },
      { data: "rows.jsonl" },
      { "rows.jsonl": rows.map((row) => JSON.stringify(row)).join("\n") },
    );
    expect(report.counts).toMatchObject({ tests: 2, cases: 1 });
  });

  test("without a run sends what reads like a question, and says so", async () => {
    const { report, out } = await importing(
      definition,
      { data: "rows.jsonl" },
      { "rows.jsonl": '{"question":"Why?","label":"x"}\n' },
    );
    expect(yamlIn(out, "configs/cases/Tickets").input.messages).toEqual([
      { role: "user", content: "{{item.question}}" },
    ]);
    expect(report.entries.map(({ what }) => what)).toEqual(expect.arrayContaining(["input_messages", "model"]));
    expect(report.validation?.ok).toBe(true);
  });

  test.each([
    [{}, {}, /no testing_criteria/],
    [definition, {}, /there are no rows/],
    [{ ...definition, data_source_config: { type: "stored_completions" } }, {}, /stored by the service/],
    [
      {
        ...definition,
        run: {
          data_source: {
            ...run.data_source,
            input_messages: { type: "item_reference", item_reference: "item.messages" },
          },
        },
      },
      {},
      /item_reference/,
    ],
    [definition, { data: "missing.jsonl" }, /does not exist/],
    [definition, { data: "broken.jsonl" }, /broken\.jsonl:2 is not JSON/],
  ])("that cannot be used is an error: %#", async (value, options, message) => {
    await expect(importing(value, options, { "broken.jsonl": '{"a":1}\n{oh no\n' })).rejects.toThrow(message);
  });
});
