import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Command, Help } from "commander";
import { expect, test } from "vitest";
import { commandReference } from "../../scripts/docs/command-reference.ts";
import { COMMANDS } from "../../src/cli/commands/table.ts";
import { buildWholeProgram } from "../../src/cli/program.ts";
import { openTerminal } from "../../src/cli/terminal/terminal.ts";
import { packageRoot } from "../../src/text/index.ts";

test("docs/cli.md is what the program says of itself; `npm run docs` writes it", async () => {
  expect(readFileSync(join(packageRoot(), "docs", "cli.md"), "utf8")).toBe(await commandReference());
});

test("every command names its page, which exists", async () => {
  const reference = await commandReference();
  const pages = [...reference.matchAll(/^More: assay docs (\S+)$/gm)].map(([, page]) => page!);
  expect(pages.length).toBe(reference.match(/^## assay .+$/gm)!.length);
  expect(pages.filter((page) => !existsSync(join(packageRoot(), "docs", `${page}.md`)))).toEqual([]);
});

test("the reference has every command, those of groups included, and their examples", async () => {
  const page = await commandReference();
  for (const heading of ["assay", "assay run-eval", "assay label plan", "assay batch compare"])
    expect(page).toContain(`\n## ${heading}\n`);
  expect(page).toContain("Usage: assay label plan [options]");
  expect(page).toContain("$ assay init --template checks my-checks");
});

test("help lists a command that is not loaded exactly as one that is", async () => {
  const program = await buildWholeProgram("", openTerminal());
  const loaded = COMMANDS.map(({ name }) => program.commands.find((command) => command.name() === name)!);
  const term = (command: Command) => new Help().subcommandTerm(command);
  expect(COMMANDS.map(({ name, takes }) => `${name} ${takes}`.trim())).toEqual(loaded.map(term));
});
