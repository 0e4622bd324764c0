import { Option } from "commander";
import {
  type FormatName,
  formatsOf,
  type ResultKind,
  type ResultValues,
  renderResult,
} from "../../report/formats/index.ts";
import { UsageError } from "../terminal/exit-codes.ts";
import { type Terminal, terminalLayout } from "../terminal/terminal.ts";

/** `--output` for one result of this kind. */
export function outputOption(kind: ResultKind): Option {
  const formats = formatsOf(kind);
  const choices = `${formats.slice(0, -1).join(", ")} or ${formats.at(-1)}`;
  return Object.assign(new Option("--output <format>", `what goes to stdout: ${choices}`), { formats })
    .default(formats[0])
    .argParser((written: string): FormatName => {
      const format = formats.find((name) => name === written);
      if (format === undefined) throw new UsageError(`--output takes ${choices}, not "${written}"`);
      return format;
    });
}

/** Prints a result on stdout in its `--output` format. */
export async function printResult<Kind extends ResultKind>(
  terminal: Terminal,
  kind: Kind,
  format: FormatName,
  value: ResultValues[Kind],
): Promise<void> {
  terminal.out(await renderResult(kind, format, value, terminalLayout(terminal)));
}
