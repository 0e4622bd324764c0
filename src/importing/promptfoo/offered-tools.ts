import { compileJsonSchema, isRecord } from "../../text/index.ts";
import { isFileReference } from "../reading/file-references.ts";
import { openForeignFile } from "../reading/foreign-file.ts";
import type { ImportContext } from "../reading/import-context.ts";
import { locatedInFile } from "../reading/located.ts";
import { escapeLiterals } from "../templates/translate-template.ts";
import type { ReadProvider } from "./providers.ts";

/**
 * Tools that all providers share, by name. promptfoo only inspects calls; a trial of Assay continues, so each tool gets a
 * placeholder answer.
 */
export function offeredTools(
  providers: readonly ReadProvider[],
  context: ImportContext,
): Map<string, Record<string, unknown>> {
  const tools = new Map<string, Record<string, unknown>>();
  const lists = providers.map((provider) => listOf(provider, context));
  const [first = []] = lists;
  if (lists.every((list) => list.length === 0)) return tools;
  const place = providers.find(({ tools: { value } }) => value !== undefined)!.tools.place;
  const refuse = (what: string, reason: string) =>
    context.notes.add({ outcome: "not_translated", what, reason }, place);
  if (lists.some((list) => JSON.stringify(list) !== JSON.stringify(first))) {
    refuse(
      "tools of providers",
      "the providers offer different tools, and a case offers the same to every model; write them as variants",
    );
    return tools;
  }
  for (const written of first) {
    const described = isRecord(written) && isRecord(written.function) ? written.function : written;
    const tool = isRecord(described) ? toolOf(described) : "it is not a function";
    if (typeof tool === "string") refuse("a tool", tool);
    else {
      tools.set(String(tool.name), tool);
      const reason =
        "promptfoo answers no tool call, and Assay does: its answer is a stand-in; write what it should say (docs/tools.md)";
      context.notes.add({ outcome: "note", what: `tool ${String(tool.name)}`, reason }, place);
    }
  }
  return tools;
}

function listOf({ tools }: ReadProvider, context: ImportContext): unknown[] {
  if (!isFileReference(tools.value)) return Array.isArray(tools.value) ? tools.value : [];
  const found = context.files.find(tools.value);
  const opened =
    found.ok && /\.(?:ya?ml|json)$/.test(found.path) ? openForeignFile(found.path, context.files.root) : undefined;
  if (opened?.ok) {
    const { value } = locatedInFile(opened.file);
    return Array.isArray(value) ? value : [value];
  }
  const reason = found.ok ? "it is not a YAML or JSON file with a list" : found.reason;
  context.notes.add({ outcome: "not_translated", what: "tools of a provider", reason }, tools.place);
  return [];
}

function toolOf({
  name,
  description,
  parameters,
  input_schema,
}: Record<string, unknown>): Record<string, unknown> | string {
  if (typeof name !== "string" || !/^[A-Za-z_][\w-]{0,63}$/.test(name)) return "it has no name that a model could call";
  const schema = parameters ?? input_schema;
  const isUsable = isRecord(schema) && schema.type === "object" && compileJsonSchema(schema).ok;
  if (schema !== undefined && !isUsable) return `the schema of ${name} is not understood`;
  return escapeLiterals({
    name,
    description: typeof description === "string" && description !== "" ? description : name,
    ...(isUsable && { parameters: schema }),
    default: { answer: "Done." },
  });
}
