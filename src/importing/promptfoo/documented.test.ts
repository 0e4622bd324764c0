import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../../test/support/project-root.ts";
import { ASSERTION_TABLE } from "./assertions/table.ts";

test("the page says what becomes of every assertion that is known", () => {
  const page = readFileSync(join(projectRoot, "docs/importing.md"), "utf8");
  expect(Object.keys(ASSERTION_TABLE).filter((type) => !page.includes(`\`${type}\``))).toEqual([]);
});
