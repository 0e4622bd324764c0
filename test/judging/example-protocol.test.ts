import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { projectRoot } from "../support/project-root.ts";

const OWN = join(projectRoot, "test/judging/example-protocol");
const ANSWERS = ["a", "b", "c"].map((id) => JSON.stringify({ id, answer: `It is so, says ${id}.` })).join("\n");

/** Copies the program, adds the protocol's files and its line in the table, and builds it. */
function buildWithExample(): { root: string; files: string[] } {
  mkdirSync(join(projectRoot, ".cache"), { recursive: true });
  const root = mkdtempSync(join(projectRoot, ".cache/example-protocol-"));
  for (const path of ["src", "scripts", "prompts", "assets", "package.json", "package-lock.json", "tsconfig.json"])
    cpSync(join(projectRoot, path), join(root, path), { recursive: true });
  symlinkSync(join(projectRoot, "node_modules"), join(root, "node_modules"));
  const files = readdirSync(OWN);
  mkdirSync(join(root, "src/judging/example"));
  for (const file of files) {
    const text = readFileSync(join(OWN, file), "utf8");
    const inPlace = text.replaceAll('"../../../src/judging/', '"../').replaceAll('"../../../src/', '"../../');
    writeFileSync(join(root, "src/judging/example", file), inPlace);
  }
  const table = join(root, "src/judging/table.ts");
  const text = readFileSync(table, "utf8");
  writeFileSync(
    table,
    `import { example } from "./example/protocol.ts";\n${text.replace("const TABLE = {\n", "const TABLE = {\n  example,\n")}`,
  );
  execFileSync(process.execPath, ["scripts/build.mjs", "--no-types"], { cwd: root, stdio: "pipe" });
  return { root, files };
}

describe("a protocol of its own files and one line in the table", () => {
  let built: ReturnType<typeof buildWithExample>;
  let workspace: string;

  const run = async (words: string[], stdin = "") => {
    const builtCli = join(built.root, "dist/cli.js");
    return await assay(words, { cwd: workspace, builtCli, ownProcess: true, stdin });
  };
  const judge = (words: string[] = []) =>
    run(["example", "judge", "--items", "answers.jsonl", "--model", "offline/judge", "--name", "one", ...words]);

  beforeAll(async () => {
    built = buildWithExample();
    workspace = mkdtempSync(join(tmpdir(), "assay-example-"));
    writeFileSync(join(workspace, "answers.jsonl"), ANSWERS);
    const judged = await judge();
    expect(judged).toMatchObject({ code: 0, stdout: expect.stringContaining("3 of 3 items scored by offline/judge") });
  });
  afterAll(() => {
    if (built) rmSync(built.root, { recursive: true, force: true });
    if (workspace) rmSync(workspace, { recursive: true, force: true });
  });

  test("needs at most twelve files", () => expect(built.files.length).toBeLessThanOrEqual(12));

  test("is in help, as a command and where labels and assay show name what was judged", async () => {
    expect((await run(["--help"])).stdout).toMatch(/^ {2}example\s+judge answers one by one, from 1 to 5$/m);
    expect((await run(["example", "judge", "--help"])).stdout).toContain("An item has an id and an answer.");
    expect((await run(["label", "give", "--help"])).stdout).toContain("--example <name>");
    expect((await run(["show", "--help"])).stdout).toContain("example/name/id");
  });

  test("foresees its calls, finds stored answers, and judges a part", async () => {
    expect((await judge(["--dry-run"])).stderr).toContain("3 items. All 3 answers are stored");
    const report = JSON.parse((await judge(["--shard", "1/1", "--output", "json"])).stdout);
    expect(report).toMatchObject({ whole: "one", unit: "item", own: 3, all: 3, done: 3, open: [] });
  });

  test("reports its sections as text, Markdown and JSON", async () => {
    expect((await judge()).stdout).toContain("Quality of answers");
    expect((await judge(["--output", "markdown"])).stdout).toMatch(/### Quality of answers\n\n\| answer \| quality \|/);
    const { items } = JSON.parse((await judge(["--output", "json"])).stdout);
    expect(items.map(({ id }: { id: string }) => id)).toEqual(["a", "b", "c"]);
  });

  test("is listed by assay store and shown by assay show", async () => {
    const overview = JSON.parse((await run(["store", "--output", "json"])).stdout);
    expect(overview.examples).toMatchObject([{ name: "one" }]);
    expect(overview.sizes.example.files).toBeGreaterThan(0);
    expect((await run(["store"])).stdout).toContain("example/one");
    const shown = await run(["show", "one/b"]);
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining("It is so, says b.") });
  });

  test("is labelled, calibrated, and kept by pruning because of its labels", async () => {
    const labelled = await run(["label", "--annotator", "ann", "--example", "one"], "4\n6\nx\n");
    expect(labelled.stdout).toContain("How good is it in quality, from 1 to 5?");
    expect(labelled.stdout).toContain("Expected a number from 1 to 5.");
    expect((await run(["label", "status", "--example", "one"])).stdout).toContain("score:quality");
    expect((await run(["calibrate", "--example", "one"])).stdout).toContain("example/one");
    expect((await run(["store", "prune", "--older-than", "0h"])).stdout).toBe("Nothing to remove.\n");
  });

  test("has its list and its pages in the viewer", async () => {
    expect((await run(["view", "--export", "page"])).code).toBe(0);
    const data = readdirSync(join(workspace, "page/data"));
    const texts = data.map((file) => readFileSync(join(workspace, "page/data", file), "utf8"));
    expect(data.filter((file) => /^(?:judging|units)-/.test(file))).toHaveLength(2);
    expect(texts.filter((text) => text.includes("Answers judged by the example protocol"))).toHaveLength(1);
    expect(texts.filter((text) => text.includes("Quality of answers"))).toHaveLength(1);
    expect(texts.filter((text) => text.includes("It is so, says c."))).toHaveLength(1);
  });
});
