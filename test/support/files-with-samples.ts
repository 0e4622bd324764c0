import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./project-root.ts";

/** Finds the tests that try a sample in `npm test` and everything in `npm run test:full`: they import test/support/thorough.ts. */
export function filesWithSamples(): string[] {
  return ["src", "test"].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".test.ts"))
      .map((path) => `${folder}/${path}`)
      .filter((path) => readFileSync(join(projectRoot, path), "utf8").includes('/support/thorough.ts"')),
  );
}
