import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { FAILED_FILES, KeepsFailedFiles } from "./test/support/failed-files.ts";
import { KeepsSeconds } from "./test/support/file-seconds.ts";
import { filesWithSamples } from "./test/support/files-with-samples.ts";
import { LongestFirst } from "./test/support/longest-first.ts";
import { SkipsSummary } from "./test/support/skips.ts";

/**
 * `unit` runs beside the code and needs no build. `e2e` calls the built CLI as a user would; a global
 * set-up builds `dist/` once. `slow` holds what takes minutes: simulations, real agents, kills, full disks, lost workers, and the whole corpora of
 * tests that try a sample otherwise. `npm test` runs the first two, `npm run test:full` the third.
 */
export default defineConfig({
  test: {
    // Most tests wait for a child process or a socket: with four workers two cores were idle for a quarter of the time, and vitest's own choice
    // would be a single one.
    maxWorkers: Math.max(6, availableParallelism()),
    sequence: { sequencer: LongestFirst },
    reporters: [
      "default",
      new SkipsSummary(),
      ...(process.env.ASSAY_KEEP_SECONDS === "1" ? [new KeepsSeconds()] : []),
      ...(process.env[FAILED_FILES] ? [new KeepsFailedFiles(process.env[FAILED_FILES])] : []),
    ],
    projects: [
      {
        test: {
          name: "unit",
          include: ["src/**/*.test.ts"],
          // The files share what they import: loading it anew for each of them took almost half of their time.
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: "e2e",
          // As above, and the built CLI is loaded once for all that call it in their own process.
          isolate: false,
          // What is built is loaded as Node loads it.
          server: { deps: { external: [/\/dist\//] } },
          include: ["test/**/*.test.ts"],
          exclude: ["test/**/*.slow.test.ts"],
          globalSetup: ["test/support/build-once.ts"],
          // Nobody promises how long a page or a process takes on a busy machine.
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 240_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: "slow",
          server: { deps: { external: [/\/dist\//] } },
          include: ["test/**/*.slow.test.ts", ...filesWithSamples()],
          globalSetup: ["test/support/build-once.ts"],
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
