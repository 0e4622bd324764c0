import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "./support/project-root.ts";

test("one name means one thing: no exported type or function is declared in two files", () => {
  const places = new Map<string, Set<string>>();
  for (const [path, text] of sources("src"))
    for (const name of declaredIn(text)) places.set(name, (places.get(name) ?? new Set()).add(path));
  const twice = [...places].filter(([, files]) => files.size > 1).map(([name]) => name);
  expect(twice).toEqual([]);
});

test("summarize has one spelling", () => {
  const other = [...sources("src"), ...sources("docs", ".md")].filter(([, text]) => /summaris/i.test(text));
  expect(other.map(([path]) => path)).toEqual([]);
});

test("no code recognises a part of a report or a page by its title", () => {
  const byTitle = /(?<!typeof [\w.]*)\btitle\b(?:\.(?:startsWith|endsWith|includes|match)\(| [!=]== ["'`])/;
  const found = [...sources("src"), ...sources("src", ".tsx")].filter(([, text]) => byTitle.test(text));
  expect(found.map(([path]) => path)).toEqual([]);
});

/** Declarations, not re-exports; the door of the operations loads what it names when it is called. */
function declaredIn(text: string): string[] {
  const declaration =
    /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;
  return [...text.replaceAll(/^export const \w+ = lazyOperation\(/gm, "").matchAll(declaration)].map(
    ([, name]) => name!,
  );
}

function sources(folder: string, ending = ".ts"): [path: string, text: string][] {
  return readdirSync(join(projectRoot, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(ending) && !path.endsWith(".test.ts"))
    .map((path) => [path, readFileSync(join(projectRoot, folder, path), "utf8")]);
}
