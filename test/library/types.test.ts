import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../support/project-root.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { installAssay, typeCheck } from "./consumer.ts";

const STRICT = { target: "es2023", strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true };
const NODE_NEXT = { module: "nodenext" };
const BUNDLER = { module: "esnext", moduleResolution: "bundler", verbatimModuleSyntax: true };

describe("the types of the installed package", () => {
  test.each([
    ["nodenext", NODE_NEXT],
    ["a bundler", BUNDLER],
  ])("are whole for %s: strict, libraries checked too, and without Node's types", async (_, resolution) => {
    const folder = await project();
    expect(await typeCheck(folder, { ...STRICT, ...resolution, lib: ["es2023", "dom"], types: [] })).toBe("");
  });

  test("are whole with Node's types and without the browser's", async () => {
    const folder = await project();
    symlinkSync(join(projectRoot, "node_modules", "@types"), join(folder, "node_modules", "@types"));
    // Node's own declarations are not what is tested here, and they use what this option forbids.
    const { exactOptionalPropertyTypes: _, ...options } = STRICT;
    expect(await typeCheck(folder, { ...options, ...NODE_NEXT, lib: ["es2023"], types: ["node"] })).toBe("");
  });

  test("say what is wrong with a program that misuses them", async () => {
    const folder = await project(`import { runEval } from "assay";
const { report } = await runEval({ suite: "s", runProfile: "r" });
report.totals;
export {};
`);
    const complaints = await typeCheck(folder, { ...STRICT, ...NODE_NEXT, lib: ["es2023", "dom"], types: [] });
    expect(complaints).toContain("'evaluationProfile' is missing");
    expect(complaints).toContain("'report' is possibly 'null'");
  });

  test("are all used by the program above", () => {
    const declarations = readFileSync(join(projectRoot, "dist", "index.d.ts"), "utf8");
    const names = /^export \{ (.*) \};$/m.exec(declarations)![1]!.split(", ");
    const program = readFileSync(join(import.meta.dirname, "whole-library.ts"), "utf8");
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(program))).toEqual([]);
  });

  test("import nothing", () => {
    const declarations = readFileSync(join(projectRoot, "dist", "index.d.ts"), "utf8");
    expect(declarations).not.toMatch(/^import |import\(|^\/\/\/ <reference/m);
  });
});

/** A project with one program; the one that uses the whole library, if no other is given. */
async function project(program = readFileSync(join(import.meta.dirname, "whole-library.ts"), "utf8")): Promise<string> {
  const folder = temporaryFolder();
  await installAssay(folder);
  writeFileSync(join(folder, "program.ts"), program.replace("../../src/index.ts", "assay"));
  return folder;
}
