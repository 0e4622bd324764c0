import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../test/support/project-root.ts";
import { RUNNER_TYPES } from "../records/index.ts";
import { RUNNERS } from "./table.ts";

test("every runner has a descriptor", () => {
  expect(Object.keys(RUNNERS)).toEqual([...RUNNER_TYPES]);
});

/** Folders that may name runners: their own, and the schemas, which define each runner's settings. */
const MAY_KNOW = /^(runners|config|records)\//;

test("nobody else asks which runner it has: that is what descriptors are for", () => {
  const source = join(projectRoot, "src");
  const asking = new RegExp(`([=!]==?\\s*|case\\s+)"(${RUNNER_TYPES.join("|")})"`);
  const found = readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts") && !MAY_KNOW.test(path))
    .filter((path) => asking.test(readFileSync(join(source, path), "utf8")));
  expect(found).toEqual([]);
});
