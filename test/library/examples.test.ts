import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { lacks } from "../support/needs.ts";
import { projectRoot } from "../support/project-root.ts";
import { testRedis } from "../support/redis.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { installAssay, runProgram } from "./consumer.ts";

const declarations = readFileSync(join(projectRoot, "dist", "index.d.ts"), "utf8");

describe("the examples that an editor shows", () => {
  let exported: string[];
  let measures: string[];
  beforeAll(async () => {
    const library = await import("../../src/index.ts");
    exported = functionsOf(library);
    measures = functionsOf(library.statistics);
  });

  test("every public function has one", () => {
    expect([...exported, ...measures].filter((name) => exampleOf(name) === null)).toEqual([]);
  });

  test("run in a workspace, and give what they say", { timeout: 300_000 }, async () => {
    const folder = join(temporaryFolder(), "project");
    mkdirSync(folder);
    await installAssay(folder);
    cpSync(join(projectRoot, "examples", "quickstart", "configs"), join(folder, "configs"), { recursive: true });
    cpSync(join(projectRoot, "examples", "rubric", "en"), folder, { recursive: true });
    cpSync(join(projectRoot, "examples", "batch"), folder, { recursive: true });
    cpSync(join(projectRoot, "examples", "importing"), folder, { recursive: true });
    writeFileSync(join(folder, "labels.csv"), "trial,question,value\ndiligent/capital/1,score:task,8\n");
    // Some examples look at what a campaign left, here or on another machine; its own example makes one.
    // Without Redis, examples that need it are skipped; `lacks` reports that loudly.
    const redis = lacks("redis") ? null : await testRedis();
    const isPossible = (name: string) => redis !== null || !exampleOf(name)!.includes("redis://");
    const others = exported.filter((name) => name !== "runEval" && isPossible(name));
    const names = ["runEval", ...others, ...measures];
    const elsewhere = `for (const part of ["outputs", "configs"]) cpSync(part, "../other-machine/" + part, { recursive: true });`;
    const [first, ...parts] = names.map(
      (name) => `await example(${JSON.stringify(name)}, async () => {\n${MEANWHILE[name] ?? ""}${runnable(name)}\n});`,
    );
    writeFileSync(
      join(folder, "examples.mjs"),
      `${PREPARED}${importAll(exported)}${[first, elsewhere, ...parts].join("\n")}\n`.replaceAll(
        "redis://127.0.0.1:6379",
        redis?.url ?? "",
      ),
    );
    const { stdout } = await runProgram(folder, "examples.mjs");
    expect(stdout).toContain(`${names.length} examples ran\n`);
  });

  const PREPARED = `import assert from "node:assert/strict";
import { cpSync } from "node:fs";
let ran = 0;
const example = async (name, run) => {
  try {
    await run();
    ran += 1;
  } catch (error) {
    throw new Error(\`the example of \${name} does not run\`, { cause: error });
  }
};
process.on("exit", () => console.log(\`\${ran} examples ran\`));
`;

  /** A worker works until it is told to stop. */
  const MEANWHILE: Record<string, string> = { runWorker: 'setTimeout(() => process.emit("SIGTERM"), 1000);\n' };

  const importAll = (names: string[]) => `import { ${names.join(", ")}, statistics } from "assay";\n`;

  /** An example in which `value // expected` is an assertion. */
  function runnable(name: string): string {
    return exampleOf(name)!
      .split("\n")
      .map((line) => line.replace(/^(.+?);? \/\/ (.+)$/, "assert.deepEqual($1, $2);"))
      .join("\n");
  }
});

function functionsOf(library: Record<string, unknown>): string[] {
  return Object.entries(library)
    .filter(([name, value]) => typeof value === "function" && !/^[A-Z]/.test(name))
    .map(([name]) => name);
}

/** The text after `@example` in the comment on a function. */
function exampleOf(name: string): string | null {
  const comment = new RegExp(String.raw`/\*\*((?:(?!\*/)[\s\S])*)\*/\ndeclare (?:function|const) ${name}\b`).exec(
    declarations,
  )?.[1];
  const text = comment?.split("@example")[1];
  return text === undefined ? null : text.replace(/^ \* ?/gm, "").trim();
}
