import { type ChildProcess, spawn } from "node:child_process";
import { cliPath } from "./assay.ts";

/** A command that goes on until it is ended, and what it has said so far. */
export interface Watching {
  child: ChildProcess;
  /** Both streams, in the order in which they came. */
  said(): string;
  /** Waits until something new has been said; what was said before the last call does not count. */
  hears(text: string | RegExp): Promise<string>;
  /** Types at the terminal. */
  types(text: string): void;
  /** The exit code, once it has ended by itself. */
  ended: Promise<number | null>;
  /** Ends it as Ctrl-C does, and gives its exit code. */
  interrupt(): Promise<number | null>;
}

const PATIENCE_MS = 60_000;

/** Starts the built CLI in a process of its own; at a terminal that `script` makes, or without one. */
export function startWatching(
  words: string[],
  cwd: string,
  env: Record<string, string> = {},
  { atTerminal = false }: { atTerminal?: boolean } = {},
): Watching {
  const called = [process.execPath, cliPath, ...words];
  const [program, ...rest] = atTerminal
    ? ["script", "-qec", `stty cols 200 rows 50; exec ${called.join(" ")}`, "/dev/null"]
    : called;
  const child = spawn(program!, rest, {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME ?? "/", NO_COLOR: "1", TERM: "xterm", ...env },
    stdio: [atTerminal ? "pipe" : "ignore", "pipe", "pipe"],
  });
  let said = "";
  let heard = 0;
  let wake = () => {};
  const hear = (chunk: Buffer) => {
    said += chunk.toString().replaceAll("\r\n", "\n");
    wake();
  };
  child.stdout!.on("data", hear);
  child.stderr!.on("data", hear);
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  void ended.then(() => wake());
  return {
    child,
    said: () => said,
    async hears(text) {
      const deadline = Date.now() + PATIENCE_MS;
      for (;;) {
        const rest = said.slice(heard);
        const found = typeof text === "string" ? rest.indexOf(text) : rest.search(text);
        if (found >= 0) {
          const length = typeof text === "string" ? text.length : (text.exec(rest)?.[0].length ?? 0);
          heard += found + length;
          return rest.slice(0, found + length);
        }
        if (child.exitCode !== null || Date.now() > deadline)
          throw new Error(`never heard ${String(text)} (exit code ${child.exitCode}) in:\n${rest}`);
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, 500);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    },
    types: (text) => void child.stdin!.write(text),
    ended,
    interrupt() {
      child.kill("SIGINT");
      return ended;
    },
  };
}
