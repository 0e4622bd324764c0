import type { Readable } from "node:stream";
import pico from "picocolors";
import { wrapLines } from "../../text/presentation/index.ts";

/** Output of a command. stdout carries only the result, so that it can be piped; everything else goes to stderr. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Stream that `-` names. A function, since touching process.stdin opens it. */
  stdin(): Readable;
  colors: ReturnType<typeof pico.createColors>;
  errColors: ReturnType<typeof pico.createColors>;
  /** Columns of stdout; omitted when it is piped. */
  width?: number;
  /** True if lines on stderr can be redrawn. */
  interactive: boolean;
  columns: number;
  cwd: string;
  env: NodeJS.ProcessEnv;
}

export function openTerminal(): Terminal {
  // A reader such as `assay cases | head` closes the pipe early; that is not an error.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
  const wantsColor = (stream: NodeJS.WriteStream) =>
    process.env.NO_COLOR
      ? false
      : process.env.FORCE_COLOR
        ? true
        : stream.isTTY === true && process.env.TERM !== "dumb";
  return {
    out: (text) => void process.stdout.write(text.endsWith("\n") ? text : `${text}\n`),
    err(text) {
      const shown = process.stderr.isTTY && !STEERS.test(text) ? wrapLines(text, process.stderr.columns) : text;
      process.stderr.write(shown.endsWith("\n") ? shown : `${shown}\n`);
    },
    stdin: () => process.stdin,
    colors: pico.createColors(wantsColor(process.stdout)),
    errColors: pico.createColors(wantsColor(process.stderr)),
    width: process.stdout.isTTY ? process.stdout.columns : undefined,
    interactive: process.stderr.isTTY === true && process.env.TERM !== "dumb" && !process.env.CI,
    columns: process.stderr.columns ?? 100,
    cwd: process.cwd(),
    env: process.env,
  };
}

/** Cursor movements, whose lines are already measured. */
const STEERS = /\u001b\[\d*[A-K]/;

export function terminalLayout({ colors, width }: Pick<Terminal, "colors" | "width">): {
  colors: boolean;
  width?: number;
} {
  return { colors: colors.isColorSupported, width };
}
