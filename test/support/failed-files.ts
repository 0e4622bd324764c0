import { writeFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

/** The variable with the path of the file to which a run writes which files of tests failed. */
export const FAILED_FILES = "ASSAY_TEST_FAILED_FILES";

/**
 * Writes down which files failed, one path a line, for `npm test` to try them once more alone. Errors that belong to no file are a line
 * of their own, which no second look excuses.
 */
export class KeepsFailedFiles implements Reporter {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const failed = modules.filter((module) => !module.ok()).map(({ moduleId }) => moduleId);
    writeFileSync(this.#path, [...failed, ...unhandledErrors.map(() => NO_FILE)].map((line) => `${line}\n`).join(""));
  }
}

/** Placeholder for failures outside of any file. */
export const NO_FILE = "no file";
