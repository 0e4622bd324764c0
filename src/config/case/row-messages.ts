import type { Columns } from "../dataset/columns.ts";
import { unknownColumn } from "../dataset/row-template.ts";
import type { DataRow, DataTable } from "../dataset/table.ts";
import { type CellProblem, compileTemplate, fillPlaceholders } from "../dataset/template.ts";
import { complainAbout, type SourceFile } from "../source/source-file.ts";
import type { ResolvedMessage } from "./loaded-case.ts";
import type { ReadMessageFile } from "./messages.ts";
import type { Once } from "./once.ts";

/** Message files of a case with a dataset: read and taken apart once, and filled for every row. */
export function openMessageFiles(
  table: DataTable,
  columns: Columns,
  source: SourceFile,
  once: Once,
): (row: DataRow) => ReadMessageFile {
  return (row) => (reference, read) => {
    const { at, name } = reference;
    const { template, diagnostics } = once(`message ${name}`, () => {
      const { messages, diagnostics } = read();
      const template = compileTemplate(messages, {
        numberOf: columns.numberOf,
        complain(_, problem, written) {
          if (problem === "unknown column")
            diagnostics.push(complainAbout(source, { path: at, ...unknownColumn(columns, written) }));
        },
      });
      return { template, diagnostics };
    });
    if (diagnostics.length > 0) return { messages: [], diagnostics };
    const problems: CellProblem[] = [];
    const messages = fillPlaceholders(template, row, table.isTyped, problems) as ResolvedMessage[];
    return { messages, diagnostics: problems.map(({ message }) => complainAbout(source, { path: at, message })) };
  };
}
