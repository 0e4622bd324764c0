/** One `--output`: a format, and its file; null for the terminal. */
export interface OutputWish<Format extends string = string> {
  format: Format;
  file: string | null;
}

/** Formats that instruct a runner, besides the output on stdout. */
const FOR_STDERR = ["github-annotations"];
const NO_TEXT = /parquet$/;

/** Reads `format` or `format=file`, or returns a sentence with the problem. `flag` is the option's name, unless it came from a file. */
export function readOutputWish<Format extends string>(
  written: string,
  formats: readonly Format[],
  flag = "",
): { ok: true; wish: OutputWish<Format> } | { ok: false; problem: string } {
  const at = written.indexOf("=");
  const name = at === -1 ? written : written.slice(0, at);
  const file = at === -1 ? null : written.slice(at + 1);
  const format = formats.find((known) => known === name);
  if (format === undefined)
    return { ok: false, problem: `${flag || "an output "}takes ${formats.join(", ")}, not "${name}"` };
  if (file === "") return { ok: false, problem: `${flag}${written} names no file; ${format} alone goes to stdout` };
  if (file === null && NO_TEXT.test(format))
    return { ok: false, problem: `${format} is not text; give it a file: ${flag}${format}=trials.parquet` };
  return { ok: true, wish: { format, file } };
}

/** Finds an earlier output that conflicts: two results on stdout, or in one file, would be unreadable. */
export function outputInTheWay<Format extends string>(
  before: readonly OutputWish<Format>[],
  wish: OutputWish<Format>,
): OutputWish<Format> | undefined {
  return before.find((other) => placeOf(other) === placeOf(wish));
}

/** True if the format goes to stderr when no file is named. */
export function isForStderr(format: string): boolean {
  return FOR_STDERR.includes(format);
}

function placeOf({ format, file }: OutputWish): string {
  return file ?? (isForStderr(format) ? "stderr" : "stdout");
}
