import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../text/index.ts";
import { commandReference } from "./reference.ts";

test("docs/cli.md is what the program says of itself; `npm run docs` writes it", () => {
  expect(readFileSync(join(packageRoot(), "docs", "cli.md"), "utf8")).toBe(commandReference());
});

test("every command names its page, which exists", () => {
  const pages = [...commandReference().matchAll(/^More: assay docs (\S+)$/gm)].map(([, page]) => page!);
  expect(pages.length).toBe(commandReference().match(/^## assay .+$/gm)!.length);
  expect(pages.filter((page) => !existsSync(join(packageRoot(), "docs", `${page}.md`)))).toEqual([]);
});

test("the reference has every command, those of groups included, and their examples", () => {
  const page = commandReference();
  for (const heading of ["assay", "assay run-eval", "assay label plan", "assay batch compare"])
    expect(page).toContain(`\n## ${heading}\n`);
  expect(page).toContain("Usage: assay label plan [options]");
  expect(page).toContain("$ assay init --template checks my-checks");
});
