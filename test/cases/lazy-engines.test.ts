import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { validateWorkspace } from "../../src/config/workspace/validate-workspace.ts";
import { projectRoot } from "../support/project-root.ts";

/** Packages that were loaded by `require`, out of those that only some checks need. */
function loaded(): string[] {
  const paths = Object.keys(createRequire(import.meta.url).cache);
  return ["re2js", "ajv", "ajv-formats"].filter((name) =>
    paths.some((path) => path.includes(`/node_modules/${name}/`)),
  );
}

test("a workspace without patterns and schemas loads neither engine; one with a pattern loads it", async () => {
  await validateWorkspace(join(projectRoot, "examples/quickstart"));
  expect(loaded()).toEqual([]);
  await validateWorkspace(join(projectRoot, "examples/checks"));
  expect(loaded()).toEqual(["re2js", "ajv", "ajv-formats"]);
});
