import { extname, relative, resolve } from "node:path";
import { readText } from "../../config/index.ts";
import { ConfigError, InputError } from "../../errors/index.ts";
import {
  type ImportReport,
  locatedAt,
  locatedInFile,
  openForeignFile,
  readOpenAiEval,
  readPromptfooConfig,
} from "../../importing/index.ts";
import { parseJson } from "../../text/index.ts";
import type { ImportOpenAiEvalsOptions, ImportOptions } from "./import-options.ts";
import { importFile } from "./write-import.ts";

/**
 * Translates a promptfoo configuration into a workspace, and reports line by line what could not be translated. Runs, fetches and
 * overwrites nothing; keys are named but never copied.
 *
 * @example
 * const { entries } = await importPromptfoo({ file: "promptfooconfig.yaml", into: "capitals" });
 * for (const { what, reason } of entries.filter(({ outcome }) => outcome === "not_translated")) console.log(what, reason);
 */
export async function importPromptfoo(options: ImportOptions): Promise<ImportReport> {
  return await importFile(options, readPromptfooConfig);
}

/**
 * Translates an eval of OpenAI's service (its definition as JSON, with a run or with rows in a JSONL file) into a workspace.
 *
 * @example
 * const { counts } = await importOpenAiEvals({ file: "eval.json", data: "rows.jsonl", into: "products" });
 * console.log(counts.tests);
 */
export async function importOpenAiEvals(options: ImportOpenAiEvalsOptions): Promise<ImportReport> {
  return await importFile(options, (path, context, cwd) =>
    readOpenAiEval(path, context, options.data === undefined ? null : rowsOf(options.data, cwd)),
  );
}

function rowsOf(data: string, cwd: string) {
  const path = resolve(cwd, data);
  const shown = relative(cwd, path);
  if (extname(path).toLowerCase() === ".json") {
    const opened = openForeignFile(path, cwd);
    if (!opened.ok) throw new ConfigError(`--data ${data} cannot be read`, opened.diagnostics);
    const list = locatedInFile(opened.file);
    return Array.isArray(list.value) ? list.value.map((_, index) => list.inside(index)) : [list];
  }
  const read = readText(path);
  if (!read.ok) throw new InputError(`--data ${data} ${read.message}`, { path: data });
  return read.text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    const parsed = parseJson(line);
    if (!parsed.ok) throw new InputError(`--data ${shown}:${index + 1} is ${parsed.problem}`, { path: shown });
    return [locatedAt(`${shown}:${index + 1}`, parsed.value)];
  });
}
