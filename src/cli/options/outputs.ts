import { Option } from "commander";
import { type FormatName, formatsOf, type ResultKind, type ResultValues } from "../../report/formats/index.ts";
import { isForStderr, type OutputWish, outputInTheWay, readOutputWish } from "../../text/presentation/index.ts";
import { UsageError } from "../terminal/exit-codes.ts";
import { type Terminal, terminalLayout } from "../terminal/terminal.ts";

/** One `--output`: a format, and a file or null for stdout. */
export type Output = OutputWish<FormatName>;

/** Formats printed in CI logs, where some runners execute lines as commands; these are escaped. Formats for programs stay as they are. */
const FOR_LOGS: FormatName[] = ["text", "markdown"];

/** `--output` for several formats at once. */
export function outputsOption(kind: ResultKind): Option {
  const formats = formatsOf(kind);
  const [usual] = formats as [FormatName];
  const option = new Option(
    "--output <format[=file]>",
    `what goes to stdout, or what a file is written as; may be repeated: ${formats.join(", ")} (default: ${usual})`,
  );
  return Object.assign(option, { formats }).argParser((written: string, before?: Output[]): Output[] =>
    withOutput(before ?? [], readOutput(written, formats)),
  );
}

/** Parses outputs written in a variable or in assay.yaml. */
export function readOutputs(kind: ResultKind, written: string[]): Output[] {
  const formats = formatsOf(kind);
  return written.reduce<Output[]>((before, one) => withOutput(before, readOutput(one, formats)), []);
}

/** Returns the wanted outputs, or text on stdout. Checks paths before any work, so that nothing is paid for and then cannot be written. */
export async function outputsOf({ cwd }: Terminal, outputs: Output[] | undefined): Promise<Output[]> {
  const { statSync } = await import("node:fs");
  const { resolve } = await import("node:path");
  for (const { file, format } of outputs ?? [])
    if (file !== null && statSync(resolve(cwd, file), { throwIfNoEntry: false })?.isDirectory())
      throw new UsageError(`${file} is a folder; name a file for the ${format}`);
  return outputs ?? [{ format: "text", file: null }];
}

function readOutput(written: string, formats: FormatName[]): Output {
  const read = readOutputWish(written, formats, "--output ");
  if (read.ok) return read.wish;
  throw new UsageError(read.problem);
}

function withOutput(before: Output[], output: Output): Output[] {
  const other = outputInTheWay(before, output);
  if (other !== undefined && output.file === null)
    throw new UsageError(
      `stdout takes one result, and --output ${other.format} already goes there; write the other to a file: --output ${output.format}=FILE`,
    );
  if (other !== undefined) throw new UsageError(`--output writes ${output.file} twice`);
  return [...before, output];
}

/** Writes a result to each output, in the given order. */
export async function showResult(
  terminal: Terminal,
  result: ResultValues["campaign_report" | "comparison" | "gate"],
  outputs: Output[],
  { content, quiet }: { content?: boolean; quiet?: boolean } = {},
): Promise<void> {
  const { exportReport } = await import("../../operations/index.ts");
  const { disarmCommands } = await import("../../text/presentation/index.ts");
  const { cwd, env } = terminal;
  for (const { format, file } of outputs) {
    const write = isForStderr(format) ? terminal.err : terminal.out;
    const isLogged = env.GITHUB_ACTIONS === "true" && FOR_LOGS.includes(format);
    const print = (piece: unknown) => write(isLogged ? disarmCommands(piece as string) : (piece as string));
    const to = file === null ? { write: print, ...terminalLayout(terminal) } : { file };
    await exportReport(result, { cwd, env, format, content, ...to });
    if (file !== null && !quiet) terminal.err(`Written as ${format}: ${file}`);
  }
}
