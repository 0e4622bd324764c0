import { basename } from "node:path";
import { isRecord } from "../../text/index.ts";
import type { ImportContext } from "../reading/import-context.ts";
import { itemsOf, type Located } from "../reading/located.ts";
import type { TemplateExpression } from "../templates/expression.ts";
import { cellsOf, translateTemplate } from "../templates/translate-template.ts";
import type {
  ForeignEvaluation,
  ForeignMessage,
  ForeignModel,
  ForeignPrompt,
  ForeignTest,
} from "../workspace/foreign-evaluation.ts";
import { createUniqueNamer, slugify } from "../workspace/slugs.ts";
import { translateGraders } from "./graders.ts";

export type ReadOpenAiEval = { ok: true; evaluation: ForeignEvaluation } | { ok: false; reason: string };

const OPENAI = { base_url: "https://api.openai.com/v1", api_key_env: "OPENAI_API_KEY" };

/**
 * Reads an eval of OpenAI's service: its data source and testing criteria, with or without a run. The rows come from the run, or
 * from a separate JSONL file.
 */
export function readOpenAiEval(path: string, context: ImportContext, rows: readonly Located[] | null): ReadOpenAiEval {
  const { root } = context;
  if (!isRecord(root.value)) return { ok: false, reason: "it is not an OpenAI eval: expected an object" };
  const definition = isRecord(root.value.eval) ? root.inside("eval") : root;
  const criteria = itemsOf(definition.inside("testing_criteria"));
  if (criteria.length === 0) return { ok: false, reason: "it is not an OpenAI eval: it has no testing_criteria" };
  noteKeys(definition, context);
  const source = runOf(root).inside("data_source");
  const items = rows ?? itemsInRun(source, context);
  if (items.length === 0)
    return {
      ok: false,
      reason: "there are no rows: the file has no run with file_content, and --data names no JSONL file",
    };
  const prompt = promptOf(source, items, context);
  if (!prompt.ok) return prompt;
  const models = modelsOf(source, context);
  const graders: string[] = [];
  const tests = items.map((row): ForeignTest => {
    const item = isRecord(row.value) && isRecord(row.value.item) ? row.value.item : row.value;
    const judged = translateGraders(criteria, item, context);
    graders.push(...judged.models);
    return {
      cells: { ...cellsOf(prompt.prompt, { item }), ...judged.cells },
      variables: { item },
      tags: ["imported"],
      checks: judged.checks,
      hard_expectations: judged.hard_expectations,
      soft_expectations: [],
      prefix: "",
      suffix: "",
    };
  });
  context.notes.add({ outcome: "translated", what: `${tests.length} rows`, became: "rows of a dataset" }, source.place);
  const { name, metadata } = definition.value as Record<string, unknown>;
  const title = typeof name === "string" && name.trim() !== "" ? name : `Imported from ${basename(path)}`;
  return {
    ok: true,
    evaluation: {
      name: slugify(title, "imported"),
      title,
      made_by: "openai-evals",
      from: basename(path),
      prompts: [prompt.prompt],
      models,
      tests,
      tools: [],
      judge: { model: graders[0] ?? "gpt-5.4-mini", gateway: OPENAI },
      settings: {},
      metadata: isRecord(metadata) ? { metadata } : {},
      hook_files: context.hookFiles,
    },
  };
}

/** Finds the run: beside the eval, among its runs, or as the file itself with its eval inside. */
function runOf(root: Located): Located {
  if (root.inside("run").value !== undefined) return root.inside("run");
  const [first] = itemsOf(root.inside("runs"));
  return first ?? root;
}

function itemsInRun(dataSource: Located, { notes }: ImportContext): Located[] {
  const source = dataSource.inside("source");
  const { type } = isRecord(source.value) ? source.value : {};
  if (type === "file_content") return itemsOf(source.inside("content"));
  const reasons: Record<string, string> = {
    file_id: "its rows are in a file of the service; download it and name it with --data",
    stored_completions: "its rows are answers stored by the service; export them as JSONL and name them with --data",
    responses: "its rows are answers stored by the service; export them as JSONL and name them with --data",
  };
  if (type !== undefined)
    notes.add(
      {
        outcome: "not_translated",
        what: `source ${String(type)}`,
        reason: reasons[String(type)] ?? "no such source is known",
      },
      source.place,
    );
  return [];
}

type ReadPrompt = { ok: true; prompt: ForeignPrompt } | { ok: false; reason: string };

/** The prompt: a template of messages, or messages from each row. */
function promptOf(dataSource: Located, items: readonly Located[], { notes }: ImportContext): ReadPrompt {
  const written = dataSource.inside("input_messages");
  const { type } = isRecord(written.value) ? written.value : {};
  if (type === "item_reference")
    return {
      ok: false,
      reason:
        "its messages are a list in every row (item_reference), and a case has the same list for all of its rows; write them as a template",
    };
  const template = itemsOf(written.inside("template"));
  const messages: ForeignMessage[] = [];
  const columns = new Map<string, TemplateExpression>();
  for (const { value, place } of template.length > 0 ? template : [guessed(items)]) {
    const { role, content } = isRecord(value) ? value : {};
    const words = typeof content === "string" ? content : isRecord(content) ? content.text : undefined;
    if (typeof words !== "string") return { ok: false, reason: `a message of its template has no text (${place()})` };
    const translated = translateTemplate(words);
    if (!translated.ok) return translated;
    for (const [column, expression] of translated.columns) columns.set(column, expression);
    messages.push({
      role: role === "system" || role === "developer" ? "system" : role === "assistant" ? "assistant" : "user",
      content: translated.text,
    });
  }
  if (template.length === 0)
    notes.add(
      {
        outcome: "note",
        what: "input_messages",
        reason:
          "there is no template of messages, so every row is sent as JSON; write the message that you want to send",
      },
      dataSource.place,
    );
  return { ok: true, prompt: { prompt_id: "template", label: "template", messages, columns, place: written.place } };
}

/** Without a template, sends the first field that reads like a question, or else the whole row. */
function guessed(items: readonly Located[]): Located {
  const [first] = items;
  const item = isRecord(first?.value) && isRecord(first.value.item) ? first.value.item : first?.value;
  const field = ["input", "question", "prompt", "query", "text"].find(
    (name) => isRecord(item) && typeof item[name] === "string",
  );
  const content = field === undefined ? "{{ item | dump }}" : `{{ item.${field} }}`;
  return { ...first!, value: { role: "user", content } };
}

function modelsOf(dataSource: Located, { environment, notes }: ImportContext): ForeignModel[] {
  const { model, sampling_params } = isRecord(dataSource.value) ? dataSource.value : {};
  if (typeof model !== "string") {
    notes.add(
      { outcome: "note", what: "model", reason: "no run names a model; write the models into the suite" },
      dataSource.place,
    );
    return [];
  }
  environment.add(OPENAI.api_key_env);
  const { temperature, top_p, seed, max_completions_tokens, max_completion_tokens, ...others } = isRecord(
    sampling_params,
  )
    ? sampling_params
    : {};
  for (const name of Object.keys(others))
    notes.add(
      {
        outcome: "not_translated",
        what: `sampling_params.${name}`,
        reason: "write it under request_options of the run profile",
      },
      dataSource.inside("sampling_params").place,
    );
  const limit = max_completions_tokens ?? max_completion_tokens;
  const settings = {
    ...(typeof temperature === "number" && { temperature }),
    ...(typeof top_p === "number" && { top_p }),
    ...(Number.isInteger(seed) && { seed }),
    ...(typeof limit === "number" && { request_options: { max_completion_tokens: limit } }),
  };
  return [
    { model_id: createUniqueNamer()(slugify(model, "model")), requested_model: model, gateway: OPENAI, settings },
  ];
}

const KNOWN = [
  "object",
  "id",
  "eval",
  "name",
  "data_source_config",
  "testing_criteria",
  "metadata",
  "created_at",
  "run",
  "runs",
  "data_source",
  "share_with_openai",
];

function noteKeys(definition: Located, { notes }: ImportContext): void {
  const { type } = isRecord(definition.inside("data_source_config").value)
    ? (definition.inside("data_source_config").value as Record<string, unknown>)
    : {};
  if (type === "stored_completions" || type === "logs")
    notes.add(
      {
        outcome: "not_translated",
        what: `data source ${type}`,
        reason: "its rows are answers stored by the service; export them as JSONL and name them with --data",
      },
      definition.inside("data_source_config").place,
    );
  for (const key of Object.keys(definition.value as object).filter((name) => !KNOWN.includes(name)))
    notes.add(
      { outcome: "not_translated", what: key, reason: "the service documents no such field" },
      definition.inside(key).place,
    );
}
