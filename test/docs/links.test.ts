import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { shellBlocksOf } from "../support/page-blocks.ts";
import { projectRoot } from "../support/project-root.ts";

const pages = [
  "README.md",
  ...readdirSync(join(projectRoot, "docs"))
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file}`),
];

/** The README is followed line by line in readme.test.ts, the tutorial in shipped/tutorial.test.ts. */
const FOLLOWED_ELSEWHERE = ["README.md", "docs/tutorial.md"];

const readPage = (page: string) => readFileSync(join(projectRoot, page), "utf8");

test("every page with commands is followed by a test of its own", () => {
  const withCommands = pages.filter(
    (page) => !FOLLOWED_ELSEWHERE.includes(page) && shellBlocksOf(readPage(page)).length > 0,
  );
  const followed = readdirSync(join(projectRoot, "test/docs/pages")).map(
    (file) => `docs/${file.replace(".test.ts", ".md")}`,
  );
  expect(followed.sort()).toEqual(withCommands.sort());
});

describe.each(pages)("%s", (page) => {
  test("its links lead somewhere", () => {
    const links = [...readPage(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)].map(
      ([, target]) => target!,
    );
    const dead = links.filter((target) => !existsSync(join(projectRoot, page.includes("/") ? "docs" : ".", target)));
    expect(dead).toEqual([]);
  });

  test("its links into a page name a heading of that page", () => {
    const links = [...readPage(page).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)];
    const dead = links.filter(([, target, anchor]) => {
      const path = target === "" ? page : join(page.includes("/") ? "docs" : ".", target!);
      return !anchorsOf(readPage(path)).includes(anchor!);
    });
    expect(dead.map(([link]) => link)).toEqual([]);
  });

  test("it calls the command by its name, run-eval", () => {
    // The reference has every command, and this other name of run-eval among them.
    if (page !== "docs/cli.md") expect(readPage(page)).not.toMatch(/assay eval\b/);
  });
});

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  return [...text.replace(/^```[\s\S]*?^```/gm, "").matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
