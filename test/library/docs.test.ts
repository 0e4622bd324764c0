import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../support/project-root.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { installAssay, runProgram, typeCheck } from "./consumer.ts";

const programs = programsOf(readFileSync(join(projectRoot, "docs", "library.md"), "utf8"));

describe("docs/library.md", () => {
  test("its programs run one after the other against the installed package, and print what the page shows", {
    timeout: 300_000,
  }, async () => {
    const folder = temporaryFolder();
    await installAssay(folder);
    for (const [index, { code, output }] of programs.entries()) {
      writeFileSync(join(folder, `program-${index + 1}.mjs`), code);
      const { stdout, stderr } = await runProgram(folder, `program-${index + 1}.mjs`);
      expect(stderr, code).toBe("");
      if (output !== null) expect(stdout, code).toBe(output);
    }
  });

  test("the program in README.md runs in a workspace and prints a score", async () => {
    const folder = temporaryFolder();
    await installAssay(folder);
    cpSync(join(projectRoot, "examples", "quickstart", "configs"), join(folder, "configs"), { recursive: true });
    const [program] = programsOf(readFileSync(join(projectRoot, "README.md"), "utf8"));
    writeFileSync(join(folder, "program.mjs"), program!.code);
    expect((await runProgram(folder, "program.mjs")).stdout).toMatch(/^\d\.\d+\n$/);
  });

  test("its programs are valid TypeScript, by the package's own types", async () => {
    const folder = temporaryFolder();
    await installAssay(folder);
    symlinkSync(join(projectRoot, "node_modules", "@types"), join(folder, "node_modules", "@types"));
    for (const [index, { code }] of programs.entries()) writeFileSync(join(folder, `program-${index + 1}.ts`), code);
    const options = { module: "nodenext", target: "es2023", types: ["node"], strict: true, noEmit: true };
    expect(await typeCheck(folder, options)).toBe("");
  });

  test("one program of at most 15 lines runs and judges a campaign and prints scores with their intervals", () => {
    const [first] = programs;
    expect(first!.code.trimEnd().split("\n").length).toBeLessThanOrEqual(15);
    expect(first!.code).toContain("runEval(");
    expect(first!.output).toMatch(/: \d\.\d \(\d\.\d to \d\.\d\)/);
  });

  test("names every operation, and every function of the store", async () => {
    const page = readFileSync(join(projectRoot, "docs", "library.md"), "utf8");
    const library = await import("../../src/index.ts");
    expect(Object.keys(library).filter((name) => !page.includes(name))).toEqual([]);
  });
});

/** Programs of a page, each with the output that is shown right below it. */
function programsOf(page: string): { code: string; output: string | null }[] {
  const program = /^```(?:js|ts)\n([\s\S]*?)^```\n(?:\n```text\n([\s\S]*?)^```)?/gm;
  return [...page.matchAll(program)].map(([, code, output]) => ({ code: code!, output: output ?? null }));
}
