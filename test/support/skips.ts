import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { CAPABILITIES, type Capability, missingPackages } from "../../scripts/capabilities.mjs";

/** The variable with the path of the file to which tests say what they lack. */
export const SKIPS_FILE = "ASSAY_TEST_SKIPS";

/** One file of tests that asked for something that is not here. */
export interface Skip {
  name: Capability;
  why: string;
  test: string;
}

/** Says at the end of a run, in one place, what was skipped and why. */
export class SkipsSummary implements Reporter {
  #folder: string | null = null;

  onInit(): void {
    this.#folder = mkdtempSync(join(tmpdir(), "assay-skips-"));
    process.env[SKIPS_FILE] = join(this.#folder, "skips.jsonl");
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = join(this.#folder ?? "", "skips.jsonl");
    const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
    const skips: Skip[] = lines.map((line) => JSON.parse(line));
    const skippedIn = (module: TestModule) => [...module.children.allTests("skipped")].length;
    const counts = new Map(modules.map((module) => [module.moduleId, skippedIn(module)]));
    const summary = skipsInWords(skips, counts, missingPackages());
    if (summary !== "") console.log(`${summary}\n`);
    if (this.#folder) rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** A line for everything that was lacking, with how many files of tests asked for it, and how to get what can be installed. */
export function skipsInWords(skips: Skip[], skippedTests: Map<string, number>, packages: string[]): string {
  const files = new Set(skips.map(({ test }) => test));
  const tests = [...files].reduce((sum, file) => sum + (skippedTests.get(file) ?? 0), 0);
  if (tests === 0) return "";
  const names = [...new Set(skips.map(({ name }) => name))];
  const lines = names.map((name) => {
    const own = skips.filter((skip) => skip.name === name);
    const asking = new Set(own.map(({ test }) => test)).size;
    return `  ${CAPABILITIES[name].what} (${count(asking, "file")}): ${own[0]!.why}`;
  });
  const asked = new Set(names.flatMap((name) => CAPABILITIES[name].programs.map(({ debian }) => debian)));
  const wanted = packages.filter((name) => asked.has(name));
  return [
    `Skipped: ${count(tests, "test")} in ${count(files.size, "file")}, which need what this machine does not have.`,
    ...lines,
    ...(wanted.length > 0 ? [`  On Debian and Ubuntu: sudo apt-get install ${wanted.join(" ")}`] : []),
  ].join("\n");
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
