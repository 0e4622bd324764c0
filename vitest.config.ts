import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The longest first: begun last, they would keep one worker busy for minutes while the others have nothing left to do. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ project }: TestSpecification) => Number(project.name === "slow");
    return (await super.sort(files)).sort((one, other) => isSlow(other) - isSlow(one));
  }
}

/**
 * `unit` runs beside the code and needs no build. `e2e` calls the built CLI as a user would; a global
 * set-up builds `dist/` once. `slow` holds simulations and long trials; `npm test` runs all three.
 */
export default defineConfig({
  test: {
    // Most tests wait for a child process or a socket; on two cores vitest's own choice would be a single worker.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
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
          // What is built is loaded as Node loads it.
          server: { deps: { external: [/\/dist\//] } },
          include: ["test/**/*.test.ts"],
          exclude: ["test/**/*.slow.test.ts"],
          globalSetup: ["test/support/build-once.ts"],
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: "slow",
          server: { deps: { external: [/\/dist\//] } },
          include: ["test/**/*.slow.test.ts"],
          globalSetup: ["test/support/build-once.ts"],
          testTimeout: 300_000,
        },
      },
    ],
  },
});
