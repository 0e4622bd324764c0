import { basename, extname } from "node:path";
import { csvRecordsOf, isRecord } from "../../text/index.ts";
import { withoutScheme } from "../reading/file-references.ts";
import { openForeignFile } from "../reading/foreign-file.ts";
import type { ImportContext } from "../reading/import-context.ts";
import { itemsOf, type Located } from "../reading/located.ts";
import type { ForeignPrompt } from "../workspace/foreign-evaluation.ts";
import { createUniqueNamer, slugify } from "../workspace/slugs.ts";
import { chatOf, messagesOf, type ReadMessages } from "./chat-messages.ts";

/** The prompts of a configuration, each as messages. Prompts that are code are noted and skipped. */
export function readPrompts(context: ImportContext, takenIds: readonly string[]): ForeignPrompt[] {
  const written = context.root.inside("prompts");
  const nothing = { placed: context.root, text: "{{prompt}}" };
  const all = written.value === undefined ? [nothing] : listed(written);
  const prompts: ForeignPrompt[] = [];
  const promptId = createUniqueNamer(takenIds);
  let number = 0;
  for (const prompt of all)
    for (const { read, label } of readPrompt(prompt, context)) {
      const { place } = prompt.placed;
      number += 1;
      if (read.ok) {
        const id = promptId(slugify(label ?? "", `prompt_${number}`));
        const { messages, columns } = read;
        prompts.push({ prompt_id: id, label: label ?? id, messages, columns, place });
        context.notes.add({ outcome: "translated", what: "prompt", became: "messages" }, place);
      } else {
        const what = `prompt ${label ?? number}`;
        context.notes.add({ outcome: "not_translated", what, reason: read.reason }, place);
      }
    }
  return prompts;
}

interface WrittenPrompt {
  placed: Located;
  text: unknown;
  label?: string;
}

interface LabelledPrompt {
  read: ReadMessages;
  label?: string | undefined;
}

/** Accepts a text, a list, or a mapping of files to labels. */
function listed(prompts: Located): WrittenPrompt[] {
  const { value } = prompts;
  if (isRecord(value) && typeof value.id !== "string" && typeof value.raw !== "string")
    return Object.entries(value).map(([text, label]) => ({
      placed: prompts.inside(text),
      text,
      ...(typeof label === "string" && { label }),
    }));
  return itemsOf(prompts).map((placed) => {
    const { value } = placed;
    if (!isRecord(value)) return { placed, text: value };
    const label = [value.label, value.display, value.raw === undefined ? undefined : value.id].find(
      (name) => typeof name === "string",
    ) as string | undefined;
    return { placed, text: value.raw ?? value.id ?? value.function, ...(label !== undefined && { label }) };
  });
}

function readPrompt({ placed, text, label }: WrittenPrompt, context: ImportContext): LabelledPrompt[] {
  if (placed.inside("config").value !== undefined) {
    const reason = "settings belong to a variant or a model; write them there";
    const { place } = placed.inside("config");
    context.notes.add({ outcome: "not_translated", what: "config of a prompt", reason }, place);
  }
  if (typeof text !== "string")
    return [{ read: isRecord(text) || Array.isArray(text) ? chatOf(text) : refuse("it is not text"), label }];
  const refused = (reason: string) => [{ read: refuse(reason), label: label ?? shortened(text) }];
  if (/^exec:/.test(text) || SCRIPT.test(text)) return refused(PRINTS);
  const [scheme] = /^[a-z]+(?=:\/\/)/.exec(text) ?? [];
  if (scheme !== undefined && scheme !== "file" && !/\s/.test(text))
    return refused(`${scheme} keeps it, and nothing is fetched here`);
  if (!isPath(text, context)) return [{ read: messagesOf(text), label }];
  const found = context.files.findAll(withoutFunction(text));
  return found.ok ? found.paths.flatMap((path) => readPromptFile(path, label, context)) : refused(found.reason);
}

const SCRIPT = /^\S+\.(?:sh|bash|rb|pl|php|exe)$/;
const PRINTS = "it is a program that prints the prompt, and nothing is run here";

function refuse(reason: string): ReadMessages {
  return { ok: false, reason };
}

/** Strips the function: `prompt.py:make` → `prompt.py`. */
function withoutFunction(text: string): string {
  return text.replace(/(\.\w+):[\w.]+$/, "$1");
}

/** True for a file, given with `file://` or as a bare path. */
function isPath(text: string, { files }: ImportContext): boolean {
  if (text.startsWith("file://")) return true;
  if (/[\n{]/.test(text) || !/\.(?:txt|md|j2|json|jsonl|ya?ml|csv|[mc]?[jt]s|py)(?::[\w.]+)?$/.test(text)) return false;
  return files.findAll(withoutFunction(text)).ok;
}

function readPromptFile(path: string, given: string | undefined, { files }: ImportContext): LabelledPrompt[] {
  const label = given ?? basename(path, extname(path));
  const ending = extname(path).toLowerCase();
  if (/^\.(?:[mc]?[jt]s|py)$/.test(ending))
    return [{ read: refuse("it is a function that makes the prompt, and nothing is run here"), label }];
  if (SCRIPT.test(`x${ending}`)) return [{ read: refuse(PRINTS), label }];
  const file = files.readText(path);
  if (!file.ok) return [{ read: refuse(`${files.shown(path)} ${file.reason}`), label }];
  const numbered = (texts: readonly string[]) =>
    texts
      .filter((text) => text.trim() !== "")
      .map((text, index, all) => ({
        read: messagesOf(text.trim()),
        label: all.length === 1 ? label : `${label} ${index + 1}`,
      }));
  if (ending === ".txt") return numbered(file.text.split(/^---\s*$/m));
  if (ending === ".jsonl") return numbered(file.text.split("\n"));
  if (ending === ".csv") return csvPrompts(file.text, label);
  if (ending !== ".yaml" && ending !== ".yml") return [{ read: messagesOf(file.text.trim()), label }];
  const opened = openForeignFile(path, files.root);
  if (opened.ok) return [{ read: chatOf(opened.file.value), label }];
  return [{ read: refuse(`${files.shown(path)} ${opened.diagnostics[0]?.message}`), label }];
}

function csvPrompts(text: string, name: string): LabelledPrompt[] {
  const [header, ...records] = [...csvRecordsOf(text)];
  const column = header?.cells.indexOf("prompt") ?? -1;
  const labels = header?.cells.indexOf("label") ?? -1;
  // Without such a column every line is a prompt.
  const all = column < 0 && header !== undefined ? [header, ...records] : records;
  return all.map(({ cells }, index) => ({
    read: messagesOf(cells[Math.max(column, 0)] ?? ""),
    label: (labels >= 0 && cells[labels]) || `${name} ${index + 1}`,
  }));
}

function shortened(text: string): string {
  const line = withoutScheme(text).replaceAll(/\s+/g, " ");
  return line.length > 40 ? `${line.slice(0, 37)}…` : line;
}
