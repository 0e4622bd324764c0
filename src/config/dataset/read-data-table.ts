import { extname } from "node:path";
import { findReferencedFile } from "../finding/referenced-file.ts";
import type { Dataset } from "../schema/case/dataset.ts";
import { readText } from "../source/read-text.ts";
import { type Complaint, complainAbout, displayPath, type SourceFile } from "../source/source-file.ts";
import { csvTable } from "./csv-table.ts";
import { inlineTable, jsonLinesTable, jsonTable } from "./json-table.ts";
import type { TableRead } from "./table.ts";

const READERS = { csv: csvTable, json: jsonTable, jsonl: jsonLinesTable };

/** Reads the rows of a case's `dataset`, from its file or the case itself, uncached. */
export function readDataTable({ path, format, rows }: Dataset, source: SourceFile, root: string): TableRead {
  const complain = (complaint: Complaint): TableRead => ({
    ok: false,
    diagnostics: [complainAbout(source, complaint)],
  });
  if (path === undefined)
    return inlineTable(rows ?? [], source.shownPath, (index, message) =>
      complainAbout(source, { path: ["dataset", "rows", index], message }),
    );
  const at = ["dataset", "path"];
  const found = findReferencedFile(path, { beside: source.path, root, what: "the data file" });
  if (!found.ok)
    return complain({
      path: at,
      message: found.message,
      ...(found.suggestion ? { suggestion: found.suggestion } : {}),
    });
  const kind = format ?? formatOf(path);
  if (kind === undefined)
    return complain({
      path: at,
      message: `the format of ${JSON.stringify(path)} cannot be recognised by its extension; add \`format: csv\`, \`json\` or \`jsonl\``,
      ...(/\.(tsv|xlsx?|ods)$/i.test(path) ? { suggestion: "Save it as CSV with commas" } : {}),
    });
  const read = readText(found.path);
  const file = displayPath(found.path, root);
  if (read.ok) return READERS[kind](read.text, file);
  const { message, line, column } = read;
  return { ok: false, diagnostics: [{ severity: "error", file, line, column, message }] };
}

function formatOf(path: string): keyof typeof READERS | undefined {
  switch (extname(path).toLowerCase()) {
    case ".csv":
      return "csv";
    case ".json":
      return "json";
    case ".jsonl":
    case ".ndjson":
      return "jsonl";
    default:
      return undefined;
  }
}
