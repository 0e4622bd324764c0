import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CALLS } from "../../src/report/tables/calls.ts";
import type { Table } from "../../src/report/tables/column.ts";
import { TRIALS } from "../../src/report/tables/trials.ts";
import { VERDICTS } from "../../src/report/tables/verdicts.ts";
import { projectRoot } from "../support/project-root.ts";

const page = readFileSync(join(projectRoot, "docs/formats.md"), "utf8");

/** The table of columns, as docs/formats.md has it. */
function documented({ columns }: Table): string {
  return [
    "| column | type | what |",
    "|---|---|---|",
    ...columns.map(({ name, type, about }) => `| \`${name}\` | ${type} | ${about} |`),
  ].join("\n");
}

test.each([TRIALS, VERDICTS, CALLS])("docs/formats.md has every column of the table of $name", (table) => {
  expect(page).toContain(`\n\n${documented(table)}\n`);
});
