import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../test/support/project-root.ts";
import { NAMED_PROTOCOL_NAMES, NAMED_PROTOCOLS, namedJudging, PROTOCOL_NAMES } from "./table.ts";

test("a protocol whose results have names keeps them in a folder called like it", () => {
  expect(NAMED_PROTOCOL_NAMES.map((name) => NAMED_PROTOCOLS[name].folder)).toEqual(NAMED_PROTOCOL_NAMES);
  expect(NAMED_PROTOCOL_NAMES.length).toBeGreaterThan(1);
});

test("a judging is told from a campaign by its name, also where a suite is called like a protocol", () => {
  expect(namedJudging("rubric/refunds")).toEqual({ protocol: "rubric", name: "refunds" });
  expect(namedJudging("rubric/run-12345678/judges-12345678")).toBeNull();
  expect(namedJudging("quickstart/run-12345678/judges-12345678")).toBeNull();
});

/** The table, and the folders of single protocols. */
const MAY_KNOW = new RegExp(`^judging/(table\\.ts|(${PROTOCOL_NAMES.join("|")})/)`);

test("only the table and the protocols themselves ask which protocol it is", () => {
  const source = join(projectRoot, "src");
  const named = `"(?:${NAMED_PROTOCOL_NAMES.join("|")})"`;
  const any = `"(?:${PROTOCOL_NAMES.join("|")})"`;
  const asking = new RegExp(
    [
      `\\bprotocol\\)?\\s*[=!]==?\\s*${any}`,
      `[=!]==?\\s*${named}`,
      `${any}\\s*[=!]==?`,
      `\\bcase\\s+${named}`,
      `switch\\s*\\([^)]*\\bprotocol\\b`,
    ].join("|"),
  );
  const found = readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".test.ts") && !MAY_KNOW.test(path))
    .filter((path) => asking.test(readFileSync(join(source, path), "utf8")));
  expect(found).toEqual([]);
});
