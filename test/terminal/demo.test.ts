import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { displayWidth } from "../../src/text/presentation/index.ts";
import { lacks } from "../support/needs.ts";
import { projectRoot } from "../support/project-root.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { inTerminal } from "./tmux.ts";

/** The parts of a clone that the demo needs, in a folder of its own, so that its results do not end up in the clone. */
function cloneForDemo(): string {
  const folder = temporaryFolder();
  for (const name of ["scripts", "examples", "package.json"])
    cpSync(join(projectRoot, name), join(folder, name), {
      recursive: true,
      filter: (path) => basename(path) !== "outputs",
    });
  for (const name of ["dist", "node_modules"]) symlinkSync(join(projectRoot, name), join(folder, name));
  // Every tenth customer: tables are as wide, and it takes a tenth of the time.
  const customers = join(folder, "examples/support-bot/configs/data/customers.jsonl");
  const lines = readFileSync(customers, "utf8").split("\n");
  writeFileSync(customers, lines.filter((_, number) => number % 10 === 0).join("\n"));
  return folder;
}

describe.skipIf(lacks("tmux"))("npm run demo in a terminal", () => {
  test("does every job at 80 columns, reuses them at 160, and has no line that is wider", {
    timeout: 300_000,
  }, async () => {
    const cwd = cloneForDemo();
    for (const [columns, rows] of [
      [80, 24],
      [160, 50],
    ] as const) {
      const command = `"${process.execPath}" scripts/demo.mjs --built`;
      const { lines, rows: onScreen, exitCode } = await inTerminal(command, { cwd, columns, rows });
      expect(exitCode).toBe(0);
      expect(lines.filter((line) => line.startsWith("━━━ "))).toHaveLength(5);
      expect(lines.filter((line) => line.startsWith("$ assay "))).toHaveLength(11);
      // The terminal had to wrap nothing: there are as many rows as lines.
      expect(onScreen).toEqual(lines);
      expect(lines.filter((line) => displayWidth(line) > columns)).toEqual([]);
      expect(lines.slice(-4).join(" ")).toMatch(/keep|revert|inconclusive/i);
    }
  });
});
