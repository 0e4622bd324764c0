import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { projectRoot } from "./project-root.ts";

/** Measured durations of test files in seconds, by path. An outdated figure costs only a little time. */
const MEASURED = join(projectRoot, "test", "support", "file-seconds.json");
/** Files that take less can begin last. */
const FEWEST_SECONDS = 3;

const measured: Record<string, number> = JSON.parse(readFileSync(MEASURED, "utf8"));

/** Unlisted files take less than listed ones. */
export function secondsOf(path: string): number {
  return measured[relative(projectRoot, path)] ?? 0;
}

/** Keeps what the files of a run took, for the order of the next: `npm test -- --keep-seconds` on an idle machine. */
export class KeepsSeconds implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const seconds = new Map(Object.entries(measured));
    for (const module of modules) {
      const took = Math.round(module.diagnostic().duration / 1000);
      const path = relative(projectRoot, module.moduleId);
      if (took >= FEWEST_SECONDS) seconds.set(path, took);
      else seconds.delete(path);
    }
    const longestFirst = [...seconds].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1));
    writeFileSync(MEASURED, `${JSON.stringify(Object.fromEntries(longestFirst), null, 2)}\n`);
  }
}
