import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generatedFiles } from "../../scripts/docs/generated-files.ts";
import { projectRoot } from "../support/project-root.ts";

test("docs/configuration.md and the examples' schemas say what the schemas say (else: npm run docs)", async () => {
  const outdated: string[] = [];
  for (const [path, text] of await generatedFiles(projectRoot)) {
    const current = await readFile(join(projectRoot, path), "utf8").catch(() => "");
    if (current !== text) outdated.push(path);
  }
  expect(outdated).toEqual([]);
});
