import type { FormatName, ResultValues } from "../../../report/formats/index.ts";
import { printResult } from "../../options/output-format.ts";
import { EXIT } from "../../terminal/exit-codes.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** Prints what was imported; fails if something was not translated, or the result is not valid. */
export async function showImport(
  terminal: Terminal,
  finish: (code: number) => void,
  report: ResultValues["import_report"],
  output: FormatName,
): Promise<void> {
  finish(report.counts.not_translated === 0 && report.validation?.ok !== false ? EXIT.ok : EXIT.failed);
  await printResult(terminal, "import_report", output, report);
}
