import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../support/project-root.ts";

const page = readFileSync(join(projectRoot, "docs/command-line.md"), "utf8");
const documented = [...page.matchAll(/^\| `(ASSAY_\w+)` \|/gm)].map(([, name]) => name!);

test("every ASSAY_ variable that the code names is in the table, and no other", () => {
  const named = new Set<string>();
  for (const path of readdirSync(join(projectRoot, "src"), { recursive: true, encoding: "utf8" })) {
    if (!/\.tsx?$/.test(path) || /\.test\.ts$/.test(path)) continue;
    const text = readFileSync(join(projectRoot, "src", path), "utf8");
    for (const [name] of text.matchAll(/\bASSAY_[A-Z_]+[A-Z]\b/g)) named.add(name);
  }
  expect([...named].sort()).toEqual([...new Set(documented)].sort());
});

test("no variable of ours is put together from pieces, where nobody would find it", () => {
  const pieces = readdirSync(join(projectRoot, "src"), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.ts$/.test(path))
    .filter((path) => /ASSAY_\$\{|"ASSAY_" ?\+/.test(readFileSync(join(projectRoot, "src", path), "utf8")));
  expect(pieces).toEqual([]);
});
