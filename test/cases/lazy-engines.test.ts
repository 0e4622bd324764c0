import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cliPath } from "../support/assay.ts";
import { projectRoot } from "../support/project-root.ts";

/** Prints what was loaded by `require` when the process ends. */
const TELLS = `import { createRequire } from "node:module";
process.on("exit", () => console.error(Object.keys(createRequire("/").cache).join("\\n")));`;

/** Packages that `assay validate` loads in this folder, out of those that only some checks need; in a process of its own, which has loaded nothing before. */
function loadedIn(folder: string): string[] {
  const tells = `data:text/javascript,${encodeURIComponent(TELLS)}`;
  const words = ["-c", '"$@" 2>&1 >/dev/null', "sh", process.execPath, "--import", tells, cliPath, "validate"];
  const paths = execFileSync("sh", words, { cwd: join(projectRoot, folder), encoding: "utf8" }).split("\n");
  return ["re2js", "ajv", "ajv-formats"].filter((name) =>
    paths.some((path) => path.includes(`/node_modules/${name}/`)),
  );
}

test("a workspace without patterns and schemas loads neither engine; one with a pattern loads it", () => {
  expect(loadedIn("examples/quickstart")).toEqual([]);
  expect(loadedIn("examples/checks")).toEqual(["re2js", "ajv", "ajv-formats"]);
});
