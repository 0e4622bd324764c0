import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { RUBRIC, sampleLine } from "../../rubric/support.ts";
import { storedRuns } from "./stored-runs.ts";

/** A place where a foreign file may be deeper than our stack. */
export interface NestedInput {
  /** The files of a workspace, with the nested JSON in one of them. */
  files: (nested: string) => Record<string, string>;
  words: string[];
  /** Called before the command itself. */
  before?: string[];
  /** Text that a refusal has to contain. */
  named: RegExp;
  /** True if the neighbour still has its result, unless the command refuses everything with exit code 2. */
  neighbour?: (root: string) => boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: files as another program would read them
type Parsed = any;

const json = (value: object) => JSON.stringify({ schema_version: 1, ...value });
/** A value as JSON, with nested JSON in the place of `"NESTED"`. */
const holding = (value: object, nested: string) => JSON.stringify(value).replace('"NESTED"', () => nested);
const versioned = (value: object, nested: string) => holding({ schema_version: 1, ...value }, nested);

const CASE = {
  case_id: "a",
  title: "A",
  runner: { type: "llm_probe" },
  input: { messages: [{ role: "user", content: "What is 2 + 2?" }] },
};
const PROFILE = { run_profile_id: "p", title: "P", runner_defaults: { retries: 0, timeout_seconds: 10 } };
const WORKSPACE: Record<string, string> = {
  "configs/suites/s.yaml": json({
    suite_id: "s",
    title: "S",
    models: [{ model_id: "m", requested_model: "offline/diligent" }],
  }),
  "configs/run_profiles/p.yaml": json(PROFILE),
  "configs/evaluation_profiles/e.yaml": json({
    evaluation_profile_id: "e",
    title: "E",
    judges: [{ judge_id: "main", type: "llm_probe", model: "offline/judge" }],
    judge_runs: [{ judge_run_id: "main", judge_id: "main" }],
  }),
  "configs/cases/honest/test.yaml": json({
    ...CASE,
    case_id: "honest",
    expectations: { hard_expectations: [{ text: "It is 4." }] },
  }),
};
const JUDGE = ["run-eval", "--suite", "s", "--run-profile", "p", "--evaluation-profile", "e", "--quiet"];
const RUN = ["run", "--suite", "s", "--run-profile", "p"];

const hasRun = (root: string) => storedRuns(root, "case").get("honest")?.status === "success";

function inWorkspace(path: string, text: (nested: string) => string, more: Record<string, string> = {}): NestedInput {
  const named = new RegExp(path.split("/").at(-1)!.replace(".", "\\."));
  return { files: (nested) => ({ ...WORKSPACE, ...more, [path]: text(nested) }), words: RUN, named, neighbour: hasRun };
}

const TOOL = { tool_id: "ask", description: "Asks.", parameters: { type: "object" } };
const offering = (id: string) => ({
  "configs/cases/a/test.yaml": json({
    ...CASE,
    input: {
      messages: [{ role: "user", content: `Call \`${id}\` with \`{"a": 1}\`.` }],
      context: { llm_probe: { tools: [id] } },
    },
  }),
});

const tool = (fields: object) =>
  inWorkspace("configs/tools/ask.yaml", (nested) => versioned({ ...TOOL, ...fields }, nested), offering("ask"));

const recordings = (line: (nested: string) => string) =>
  inWorkspace("configs/tools/ask.jsonl", (nested) => `${line(nested)}\n`, {
    ...offering("ask"),
    "configs/tools/ask.sh": "cat",
    "configs/tools/ask.yaml": json({ ...TOOL, script: "ask.sh", recordings: "ask.jsonl" }),
  });

const dataset = (path: string, text: (nested: string) => string) =>
  inWorkspace(`configs/cases/a/${path}`, text, {
    "configs/cases/a/test.yaml": json({
      ...CASE,
      title: "A {{q}}",
      dataset: { path },
      input: { messages: [{ role: "user", content: "What is {{q}}?" }] },
    }),
  });

const SPEC = {
  metric: {
    judge: {
      rubric: "- `score` (1-5): how good the item is",
      scoring: { primary: "score" },
      model: "offline/judge",
      sample_size: 3,
      batch_size: 1,
    },
  },
};
const ITEM = (at: number) => ({ item_id: `i${at}`, text: `text ${at}` });
const hasBatch = (root: string) => {
  const path = join(root, "outputs/batch/x/result.json");
  return (
    existsSync(path) &&
    JSON.parse(readFileSync(path, "utf8")).items.some((item: Parsed) => item.item_id === "i1" && item.score !== null)
  );
};
const batch = (items: string, file: (nested: string) => Record<string, string>, named: RegExp): NestedInput => ({
  files: (nested) => ({ "spec.yaml": json(SPEC), ...file(nested) }),
  words: ["batch", "judge", "--spec", "spec.yaml", "--items", items, "--name", "x", "--quiet"],
  named,
  neighbour: hasBatch,
});

const SAMPLE = (more: object = {}) => ({ ...JSON.parse(sampleLine({ question_id: "q0" })), ...more });
const samples = (file: (nested: string) => Record<string, string>, named: RegExp): NestedInput => ({
  files: (nested) => ({
    "samples.jsonl": `${sampleLine({ question_id: "q1" })}\n`,
    "rubric.json": RUBRIC,
    ...file(nested),
  }),
  words: [
    ...["rubric", "judge", "--samples", "samples.jsonl", "--rubric", "rubric.json"],
    ...["--model", "offline/judge", "--name", "x", "--quiet"],
  ],
  named,
  neighbour: (root) => readFileSync(join(root, "outputs/rubric/x/judgements.jsonl"), "utf8").includes('"q1"'),
});
const sampleLines = (more: object) =>
  samples(
    (nested) => ({ "samples.jsonl": `${holding(SAMPLE(more), nested)}\n${sampleLine({ question_id: "q1" })}\n` }),
    /samples\.jsonl|q0|line 1|sample 1/,
  );

const importing = (program: string, path: string, text: (nested: string) => string, words: string[] = []) => ({
  files: (nested: string) => ({ [path]: text(nested) }),
  words: ["import", program, path, ...words],
  named: new RegExp(`${path.replace(".", "\\.")}|deep|nested`),
});
const PROMPTFOO = { prompts: ["What is {{q}}?"], providers: ["openrouter:offline/diligent"] };
const EVAL = {
  name: "Products",
  data_source_config: { type: "custom", item_schema: { type: "object" }, include_sample_schema: true },
  testing_criteria: [
    {
      type: "string_check",
      name: "right",
      input: "{{sample.output_text}}",
      operation: "like",
      reference: "{{item.p}}",
    },
  ],
};

export const NESTED_INPUTS: Record<string, NestedInput> = {
  "an item of a batch": batch(
    "items.jsonl",
    (nested) => ({
      "items.jsonl": [holding({ ...ITEM(0), x: "NESTED" }, nested), json(ITEM(1)), json(ITEM(2))].join("\n"),
    }),
    /items\.jsonl|i0/,
  ),
  "the items of a batch": batch(
    "items.jsonl",
    (nested) => ({ "items.jsonl": `${nested}\n${json(ITEM(1))}` }),
    /items\.jsonl/,
  ),
  "items of a batch as JSON": batch(
    "items.json",
    (nested) => ({ "items.json": holding([{ ...ITEM(0), x: "NESTED" }, ITEM(1)], nested) }),
    /items\.json|i0/,
  ),
  "the spec of a batch": batch(
    "items.jsonl",
    (nested) => ({ "items.jsonl": json(ITEM(1)), "spec.yaml": versioned({ ...SPEC, title: "NESTED" }, nested) }),
    /spec\.yaml/,
  ),
  "a sample's answer": sampleLines({ model_output: "NESTED" }),
  "a sample's question": sampleLines({ question: "NESTED" }),
  "a sample's labels": sampleLines({ meta: "NESTED" }),
  "a sample's rubric": sampleLines({ rubric: "NESTED" }),
  "a field of a sample that nobody knows": sampleLines({ x: "NESTED" }),
  "a line of samples": samples(
    (nested) => ({ "samples.jsonl": `${nested}\n${sampleLine({ question_id: "q1" })}\n` }),
    /samples\.jsonl|line 1/,
  ),
  "a rubric": samples((nested) => ({ "rubric.json": nested }), /rubric\.json/),
  "a rubric's dimension": samples(
    (nested) => ({ "rubric.json": holding({ dimensions: ["NESTED"] }, nested) }),
    /rubric\.json/,
  ),
  "a rubric in YAML": samples((nested) => ({ "rubric.json": `dimensions:\n  - ${nested}\n` }), /rubric\.json/),
  "recorded arguments": recordings((nested) =>
    holding({ tool: "ask", arguments: { a: "NESTED" }, answers: [{ status: "success", content: "x" }] }, nested),
  ),
  "recorded answers": recordings((nested) => holding({ tool: "ask", arguments: {}, answers: "NESTED" }, nested)),
  "a recorded line": recordings((nested) => nested),
  "a case": inWorkspace("configs/cases/a/test.yaml", (nested) => versioned({ ...CASE, tags: "NESTED" }, nested)),
  "a case as a whole": inWorkspace("configs/cases/a/test.yaml", (nested) => nested),
  "a case in blocks": inWorkspace(
    "configs/cases/a/test.yaml",
    (nested) => `schema_version: 1\ntags:\n${"- ".repeat(nested.length / 2)}x\n`,
  ),
  "a case with references": inWorkspace("configs/cases/a/test.yaml", (nested) => {
    const levels = Math.min(200, nested.length / 100);
    const lines = Array.from(
      { length: levels },
      (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at}, `.repeat(9)}*a${at}]`,
    );
    return `a0: &a0 [x]\n${lines.join("\n")}\n`;
  }),
  "options of a case": inWorkspace("configs/cases/a/test.yaml", (nested) =>
    versioned(
      {
        ...CASE,
        deterministic_checks: [{ check_id: "x", declarative: { kind: "response_json", schema: { enum: ["NESTED"] } } }],
      },
      nested,
    ),
  ),
  "messages of a case": inWorkspace("configs/cases/a/test.yaml", (nested) =>
    versioned({ ...CASE, input: { messages: "NESTED" } }, nested),
  ),
  "a suite": inWorkspace("configs/suites/t.yaml", (nested) =>
    versioned({ suite_id: "t", title: "T", models: "NESTED" }, nested),
  ),
  "options of a profile": inWorkspace("configs/run_profiles/p.yaml", (nested) =>
    versioned({ ...PROFILE, runner_defaults: { provider: "NESTED" } }, nested),
  ),
  "rows as JSON": dataset("rows.json", (nested) => `[{"q":"2 + 2","x":${nested}},{"q":"3 + 3","x":1}]`),
  "rows as lines": dataset("rows.jsonl", (nested) => `{"q":"2 + 2","x":${nested}}\n{"q":"3 + 3","x":1}\n`),
  "a row as a line": dataset("rows.jsonl", (nested) => `${nested}\n{"q":"3 + 3"}\n`),
  "parameters of a tool": tool({
    parameters: { type: "object", properties: { a: "NESTED" } },
    default: { answer: "x" },
  }),
  "parameters of a tool, as schemas": inWorkspace(
    "configs/tools/ask.yaml",
    (nested) => {
      const levels = nested.length / 2;
      const schema = `${'{"properties":{"a":'.repeat(levels)}{}${"}}".repeat(levels)}`;
      return versioned(
        { ...TOOL, parameters: { type: "object", properties: { a: "NESTED" } }, default: { answer: "x" } },
        schema,
      );
    },
    offering("ask"),
  ),
  "an answer of a tool": tool({ default: { answer: "NESTED" } }),
  "arguments that a tool expects": tool({
    answers: [{ arguments: { a: "NESTED" }, answer: "x" }],
    default: { answer: "y" },
  }),
  "a line of labels": {
    files: (nested) => ({
      ...WORKSPACE,
      "labels.jsonl": `{"trial":"m/honest/1","question":"pass","annotator":"ann","value":${nested}}\n`,
    }),
    before: JUDGE,
    words: ["label", "import", "labels.jsonl"],
    named: /labels\.jsonl|line 1|judged/,
  },
  "labels as a line": {
    files: (nested) => ({ ...WORKSPACE, "labels.jsonl": `${nested}\n` }),
    before: JUDGE,
    words: ["label", "import", "labels.jsonl", "--annotator", "ann", "--question", "pass"],
    named: /labels\.jsonl|line 1|judged/,
  },
  "promptfoo's variables": importing("promptfoo", "promptfooconfig.json", (nested) =>
    holding({ ...PROMPTFOO, tests: [{ vars: { q: "2 + 2", x: "NESTED" } }] }, nested),
  ),
  "promptfoo's assertions": importing("promptfoo", "promptfooconfig.json", (nested) =>
    holding({ ...PROMPTFOO, tests: [{ vars: { q: "x" }, assert: [{ type: "is-json", value: "NESTED" }] }] }, nested),
  ),
  "promptfoo's configuration": importing("promptfoo", "promptfooconfig.yaml", (nested) => nested),
  "promptfoo's providers": importing("promptfoo", "promptfooconfig.yaml", (nested) =>
    holding({ ...PROMPTFOO, providers: "NESTED", tests: [] }, nested),
  ),
  "OpenAI's schema": importing("openai-evals", "eval.json", (nested) =>
    holding({ ...EVAL, data_source_config: { type: "custom", item_schema: "NESTED" } }, nested),
  ),
  "OpenAI's criteria": importing("openai-evals", "eval.json", (nested) =>
    holding({ ...EVAL, testing_criteria: "NESTED" }, nested),
  ),
  "OpenAI's rows": {
    files: (nested) => ({ "eval.json": JSON.stringify(EVAL), "rows.jsonl": `{"item":{"p":${nested}}}\n` }),
    words: ["import", "openai-evals", "eval.json", "--data", "rows.jsonl"],
    named: /rows\.jsonl|deep|nested/,
  },
  "answers of promptfoo": importing(
    "answers",
    "results.json",
    (nested) =>
      `{"results":{"version":3,"results":[{"vars":{"q":${nested}},"prompt":{"raw":"x"},"response":{"output":${nested}}}]}}`,
    ["--out", "samples.jsonl"],
  ),
  "answers as lines": importing("answers", "answers.jsonl", (nested) => `{"question":"x","output":${nested}}\n`, [
    ...["--out", "samples.jsonl"],
  ]),
};
