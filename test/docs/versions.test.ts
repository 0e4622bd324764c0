import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../support/project-root.ts";

/** Ways in which a page names a version of Assay. */
const NAMED =
  /assay[-@](?:v)?(\d+\.\d+\.\d+)|Assay (\d+\.\d+\.\d+)|recomputed by (\d+\.\d+\.\d+)|ASSAY_VERSION: (\d+\.\d+\.\d+)/g;

test("what is written for readers names this version of Assay, and no older one", () => {
  const { version } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8"));
  const pages = ["README.md", ...filesBelow("docs"), ...filesBelow("examples"), ...filesBelow("templates")];
  const named = pages.flatMap((page) =>
    [...readFileSync(join(projectRoot, page), "utf8").matchAll(NAMED)].map(([words]) => `${page}: ${words}`),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((words) => !words.includes(version))).toEqual([]);
});

function filesBelow(folder: string): string[] {
  return readdirSync(join(projectRoot, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(?:md|ya?ml)$/.test(path) && !path.includes("outputs/"))
    .map((path) => join(folder, path));
}
