import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { cliPath } from "../support/assay.ts";

const run = promisify(execFile);

export interface Screen {
  /** Everything that was printed, a line as the program wrote it: what the terminal itself had to wrap is one line again. */
  lines: string[];
  /** The same as the terminal has it on its rows. */
  rows: string[];
  exitCode: number;
}

/**
 * Runs `assay` in a real terminal of this size and reads its screen and scrollback. tmux measures characters by itself, which
 * checks our own measure of two columns.
 */
export async function inTerminal(
  words: string,
  { cwd, columns, rows, env = {} }: { cwd: string; columns: number; rows: number; env?: Record<string, string> },
): Promise<Screen> {
  const folder = mkdtempSync(join(tmpdir(), "assay-tmux-"));
  const surroundings = {
    PATH: process.env.PATH!,
    HOME: process.env.HOME ?? "/",
    LC_ALL: "C.UTF-8",
    TERM: "xterm-256color",
    ...env,
  };
  const tmux = async (...parts: string[]) =>
    (
      await run("tmux", ["-u", "-S", join(folder, "socket"), "-f", "/dev/null", ...parts], {
        cwd,
        env: surroundings,
        maxBuffer: 2 ** 26,
      })
    ).stdout;
  const command = `assay() { "${process.execPath}" "${cliPath}" "$@"; }; stty -echo; ${words}; echo "ended with $?"; sleep 600`;
  try {
    const size = ["-x", String(columns), "-y", String(rows)];
    await tmux("new-session", "-d", ...size, "-s", "one", "sleep 600");
    // Frames of a progress bar that are wiped away are gone, as they are from a screen.
    await tmux("set-option", "-g", "history-limit", "20000", ";", "set-option", "-g", "scroll-on-clear", "off");
    await tmux("new-window", "-t", "one", command);
    const capture = async (...how: string[]) =>
      (await tmux("capture-pane", "-p", "-t", "one", "-S", "-", ...how)).split("\n").map((line) => line.trimEnd());
    for (let look = 0; look < 600; look += 1) {
      const lines = await capture("-J");
      const ended = lines.findIndex((line) => /^ended with \d+$/.test(line));
      if (ended !== -1) {
        const all = await capture();
        const last = all.findIndex((line) => /^ended with \d+$/.test(line));
        return {
          lines: lines.slice(0, ended),
          rows: all.slice(0, last),
          exitCode: Number(lines[ended]!.split(" ").at(-1)),
        };
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    throw new Error(`${words} did not end:\n${(await capture()).join("\n")}`);
  } finally {
    await tmux("kill-server").catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  }
}
