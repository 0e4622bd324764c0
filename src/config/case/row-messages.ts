import type { Columns } from "../dataset/columns.ts";
import { unknownColumn } from "../dataset/row-template.ts";
import type { DataRow, DataTable } from "../dataset/table.ts";
import { type CellProblem, compileTemplate, fillPlaceholders } from "../dataset/template.ts";
import { hasErrors } from "../diagnostics/diagnostic.ts";
import { complainAbout, type SourceFile } from "../source/source-file.ts";
import type { ResolvedMessage } from "./loaded-case.ts";
import type { MemoizeByName } from "./memoize-by-name.ts";
import type { ReadMessageFile } from "./messages.ts";

/** Reads and parses the message files of a dataset once, and fills them in for each row. */
export function openMessageFiles(
  table: DataTable,
  columns: Columns,
  source: SourceFile,
  once: MemoizeByName,
): (row: DataRow) => ReadMessageFile {
  return (row) => (reference, read) => {
    const path = [...reference.at, "source", "path"];
    const { resolution, template } = once(`message ${JSON.stringify(reference)}`, () => {
      const resolution = read();
      const template = compileTemplate(resolution.messages, {
        numberOf: columns.numberOf,
        complain(_, problem, written) {
          if (problem === "unknown column")
            resolution.diagnostics.push(complainAbout(source, { path, ...unknownColumn(columns, written) }));
        },
      });
      return { resolution, template };
    });
    if (hasErrors(resolution.diagnostics)) return resolution;
    const problems: CellProblem[] = [];
    const messages = fillPlaceholders(template, row, table.isTyped, problems) as ResolvedMessage[];
    const missing = problems.map(({ message }) => complainAbout(source, { path, message }));
    return { ...resolution, messages, diagnostics: [...resolution.diagnostics, ...missing] };
  };
}
