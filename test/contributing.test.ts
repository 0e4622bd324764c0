import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { TOOL_NAMES } from "../src/config/index.ts";
import { RUNNER_TYPES } from "../src/records/index.ts";
import { projectRoot } from "./support/project-root.ts";

const page = readFileSync(join(projectRoot, "CONTRIBUTING.md"), "utf8");

test("every file and folder that CONTRIBUTING names exists", () => {
  expect(pathsIn(page).filter((path) => !existsSync(join(projectRoot, withoutPlaceholder(path))))).toEqual([]);
});

test("every folder of src/ is in the table and in the drawing", () => {
  const folders = readdirSync(join(projectRoot, "src"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const drawing = /```\n([\s\S]*?)```/.exec(sectionOf("The house"))![1]!;
  for (const { name } of folders) {
    expect(pathsIn(page), name).toContain(`src/${name}/`);
    expect(drawing, name).toMatch(new RegExp(`\\b${name}\\b`));
  }
});

describe("the lists lead through every table", () => {
  test("adding a check: every file that knows all kinds of checks is named", () => {
    expect(knowing(checkKinds())).toEqual(namedAmong("Adding a check", knowing(checkKinds())));
    expect(checkKinds().length).toBeGreaterThan(15);
  });

  test("adding a runner: every file that knows all runners is named", () => {
    expect(knowing(RUNNER_TYPES)).toEqual(namedAmong("Adding a runner", knowing(RUNNER_TYPES)));
  });

  test("adding a tool: every file that knows all tools is named", () => {
    expect(knowing(TOOL_NAMES)).toEqual(namedAmong("Adding a tool", knowing(TOOL_NAMES)));
  });

  test("adding a protocol: every file outside of their rooms that knows both rubric and batch is named", () => {
    const tables = sources("src", ".ts").filter(
      (path) => !/(?:^|\/|-)(?:rubric|batch|samples)(?:\/|-)/.test(path) && mentions(path, [/rubric/i, /batch/i]),
    );
    expect(tables).toEqual(namedAmong("Adding a protocol", tables));
    expect(tables.length).toBeGreaterThan(5);
  });

  test("adding a wire format: every file that looks into the answer of a provider is named", () => {
    const tables = sources("src", ".ts").filter((path) => mentions(path, [/\bchoices\b[^`'"]*\bmessage\b/s]));
    // Logs of other programs contain such answers, and none is requested.
    const readers = tables.filter((path) => !path.startsWith("src/importing/") && !path.startsWith("src/cli/"));
    expect(readers).toEqual(namedAmong("Adding a wire format", readers));
    expect(readers.length).toBeGreaterThan(1);
  });

  test("adding an output format: the files that know all formats are named", () => {
    const tables = knowing(
      ["text", "json", "markdown"].map((format) => `"${format}"`),
      ["src"],
    );
    expect(tables).toEqual(["src/config/schema/workspace-file.ts", "src/report/formats/table.ts"]);
    expect(namedAmong("Adding an output format", tables)).toEqual(tables);
  });
});

/** The kinds as the schema lists them. */
function checkKinds(): string[] {
  const schemas = sources("src/config/schema", "-check.ts", "-checks.ts");
  return schemas.flatMap((path) =>
    [...readFileSync(join(projectRoot, path), "utf8").matchAll(/\bkind: z\.literal\("(\w+)"\)/g)].map(
      ([, kind]) => kind!,
    ),
  );
}

/** Files of the code and the docs that name all of these. */
function knowing(words: readonly string[], folders: readonly string[] = ["src", "docs", "scripts"]): string[] {
  const patterns = words.map((word) => new RegExp(/^\w+$/.test(word) ? `\\b${word}\\b` : word));
  return folders.flatMap((folder) => sources(folder)).filter((path) => mentions(path, patterns));
}

function mentions(path: string, patterns: readonly RegExp[]): boolean {
  const text = readFileSync(join(projectRoot, path), "utf8");
  return patterns.every((pattern) => pattern.test(text));
}

function sources(folder: string, ...endings: string[]): string[] {
  return readdirSync(join(projectRoot, folder), { recursive: true, encoding: "utf8" })
    .map((path) => join(folder, path))
    .filter((path) => (endings.length > 0 ? endings : [".ts", ".md"]).some((ending) => path.endsWith(ending)))
    .filter((path) => !path.endsWith(".test.ts"))
    .sort();
}

function namedAmong(heading: string, paths: readonly string[]): string[] {
  const named = pathsIn(sectionOf(heading));
  return paths.filter((path) => named.includes(path));
}

function sectionOf(heading: string): string {
  const section = new RegExp(`^## ${heading}\\n([\\s\\S]*?)(?=^## |$(?![\\s\\S]))`, "m").exec(page)?.[1];
  if (section === undefined) throw new Error(`CONTRIBUTING.md has no section "${heading}"`);
  return section;
}

/** Paths of this repository in backticks. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`((?:src|test|docs|bench|scripts|prompts|examples)\/[^`\s]*|[A-Z]+\.md)`/g)].map(
    ([, path]) => path!,
  );
}

/** `src/checks/declarative/<kind>.ts` names a folder to write into. */
function withoutPlaceholder(path: string): string {
  return path.includes("<") ? dirname(path) : path;
}
