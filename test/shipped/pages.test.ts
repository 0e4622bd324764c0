import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { projectRoot } from "../support/project-root.ts";
import { temporaryFolder } from "../support/temporary.ts";

const pages = readdirSync(join(projectRoot, "docs")).filter((file) => file.endsWith(".md"));

describe("assay docs", () => {
  test("lists every page with its title", async () => {
    const { code, stdout } = await assay(["docs"], { cwd: temporaryFolder() });
    expect(code).toBe(0);
    const rows = stdout
      .trimEnd()
      .split("\n")
      .map((line) => line.split(/\s{2,}/));
    expect(rows.map(([name]) => `${name}.md`).sort()).toEqual([...pages].sort());
  });

  test.each(["checks", "checks.md", "docs/checks.md"])("prints a page, byte for byte: %s", async (name) => {
    const { stdout } = await assay(["docs", name], { cwd: temporaryFolder() });
    expect(stdout).toBe(readFileSync(join(projectRoot, "docs/checks.md"), "utf8"));
  });

  test.each(["chekcs", "../package.json", ""])("there is no page called %j", async (name) => {
    const { code, stdout, stderr } = await assay(["docs", name], { cwd: temporaryFolder() });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^error: no page is called/);
  });

  test("suggests what was meant", async () => {
    const { stderr } = await assay(["docs", "concpts"], { cwd: temporaryFolder() });
    expect(stderr).toContain('Did you mean "concepts"?');
  });
});

describe("the map", () => {
  const index = readFileSync(join(projectRoot, "docs/index.md"), "utf8");

  test("docs/index.md leads to every page", () => {
    const linked = [...index.matchAll(/\]\(([\w-]+\.md)[)#]/g)].map(([, page]) => page);
    expect(pages.filter((page) => page !== "index.md" && !linked.includes(page))).toEqual([]);
  });

  test("llms.txt leads to every page, too, with a line about each", () => {
    const text = readFileSync(join(projectRoot, "llms.txt"), "utf8");
    const linked = [...text.matchAll(/^- \[[^\]]+\]\(docs\/([\w-]+\.md)\): .+$/gm)].map(([, page]) => page!);
    expect(linked.sort()).toEqual([...pages].sort());
    expect(text).toMatch(/^# Assay\n\n> .+\n/);
  });
});

test("what the program says to read with `assay docs` is there", () => {
  const sources = readdirSync(join(projectRoot, "src"), { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".ts") && !path.endsWith(".test.ts"),
  );
  const named = sources.flatMap((path) =>
    [...readFileSync(join(projectRoot, "src", path), "utf8").matchAll(/assay docs ([a-z][\w-]*)/g)].map(
      ([, page]) => `${page}.md`,
    ),
  );
  expect(named.filter((page) => !pages.includes(page))).toEqual([]);
});
