/**
 * Runs commands of the built CLI one after the other in this process, which another one watches: what hangs or takes too much memory ends
 * with the process.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { runInThisProcess } from "../../support/in-this-process.ts";

const [, , dist] = process.argv;

for (const event of ["uncaughtException", "unhandledRejection"] as const)
  process.on(event, (error: unknown) => {
    const text = error instanceof Error ? error.stack : String(error);
    process.send!({ code: 70, stdout: "", stderr: `${event}: ${text}`, peakBytes: peakBytes() });
  });

process.on("message", ({ words, cwd, env }: { words: string[]; cwd: string; env: Record<string, string> }) => {
  resetPeak();
  void runInThisProcess(words, { cwd, env, stdin: "" }, dist)
    .catch((error: Error) => ({ code: 70, stdout: "", stderr: `${error.stack}` }))
    .then(({ code, stdout, stderr }) => process.send!({ code, stdout, stderr, peakBytes: peakBytes() }));
});
process.send!("ready");

/** Since the last reset; what Linux tells of this process. */
function peakBytes(): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

function resetPeak(): void {
  try {
    writeFileSync("/proc/self/clear_refs", "5");
  } catch {
    // Elsewhere the peak is that of the whole process, which begins anew now and then.
  }
}
