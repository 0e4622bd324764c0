import { spawnSync } from "node:child_process";

/** Calls the command, says what it calls, and gives how it ended. */
export function openAssay(program) {
  return (words, { capture = false, cwd = process.cwd() } = {}) => {
    console.log(`$ assay ${words.join(" ")}`);
    const { status, stdout, error } = spawnSync(process.execPath, [program, ...words], {
      cwd,
      stdio: ["ignore", capture ? "pipe" : "inherit", "inherit"],
      maxBuffer: 2 ** 28,
    });
    if (error) throw error;
    // Ended by a signal: nothing was decided.
    return { code: status ?? 1, stdout: stdout?.toString() ?? "" };
  };
}
