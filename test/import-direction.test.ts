import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "./support/project-root.ts";

/** Folder → the folders it may import from, always through their index.ts. One direction, no cycles. */
const MAY_IMPORT: Record<string, string[]> = {
  text: [],
  presentation: ["text"],
  statistics: [],
  records: ["text"],
  config: ["presentation", "records", "text"],
  store: ["records", "text"],
  sandbox: ["text"],
  offline: ["records", "text"],
  gateway: ["offline", "config", "records", "text"],
  runners: ["gateway", "sandbox", "store", "config", "records", "text"],
  checks: ["runners", "sandbox", "config", "records", "text"],
  campaign: ["runners", "gateway", "sandbox", "store", "config", "records", "statistics", "text"],
  judging: [
    "campaign",
    "checks",
    "runners",
    "gateway",
    "sandbox",
    "store",
    "config",
    "presentation",
    "records",
    "statistics",
    "text",
  ],
  report: ["judging", "campaign", "runners", "store", "config", "presentation", "records", "statistics", "text"],
  cli: [
    "report",
    "judging",
    "campaign",
    "runners",
    "sandbox",
    "gateway",
    "store",
    "config",
    "presentation",
    "records",
    "text",
  ],
};

/** Doors beside a folder's index.ts for what must load in a moment. They import nothing of other folders or rooms but types. */
const LIGHT_DOORS = ["report/formats/index.ts"];

const source = join(projectRoot, "src");

test("imports between folders point one way and go through index.ts", () => {
  expect(
    readdirSync(source, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort(),
  ).toEqual(Object.keys(MAY_IMPORT).sort());
  const wrong: string[] = [];
  for (const file of sourceFiles()) {
    const [folder] = relative(source, file).split("/");
    if (folder === undefined || !(folder in MAY_IMPORT)) continue;
    for (const target of importsOf(file)) {
      const [targetFolder, ...rest] = relative(source, target).split("/");
      if (targetFolder === undefined || targetFolder === folder || targetFolder === "..") continue;
      if (!MAY_IMPORT[folder]?.includes(targetFolder))
        wrong.push(`${relative(source, file)} must not import ${targetFolder}/`);
      else if (rest.join("/") !== "index.ts" && !LIGHT_DOORS.includes(relative(source, target)))
        wrong.push(`${relative(source, file)} reaches past ${targetFolder}/index.ts`);
    }
  }
  expect(wrong).toEqual([]);
});

test("a light door loads nothing but its own room", () => {
  for (const door of LIGHT_DOORS) {
    const room = dirname(join(source, door));
    const reached = sourceFiles()
      .filter((file) => dirname(file) === room)
      .flatMap((file) =>
        [...readFileSync(file, "utf8").matchAll(STATIC_IMPORT)].map(([, path]) => resolve(room, path!)),
      );
    expect(reached.filter((file) => dirname(file) !== room)).toEqual([]);
  }
});

/** `import … from` and `export … from`, but not `import type` and not `import()`. */
const STATIC_IMPORT = /^(?:import|export)\s(?!type\s)[^;]*?from "([^"]+)"/gm;

test("the table itself has no cycles", () => {
  const visit = (folder: string, path: string[]): void => {
    expect(path, `cycle: ${[...path, folder].join(" → ")}`).not.toContain(folder);
    for (const next of MAY_IMPORT[folder] ?? []) visit(next, [...path, folder]);
  };
  for (const folder of Object.keys(MAY_IMPORT)) visit(folder, []);
});

function sourceFiles(): string[] {
  return readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .map((path) => join(source, path));
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(([, specifier]) => specifier!);
  return specifiers.map((specifier) => resolve(dirname(file), specifier));
}
