import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cannot } from "./support/needs.ts";
import { packOnce } from "./support/pack-once.ts";
import { projectRoot } from "./support/project-root.ts";

const run = promisify(execFile);
const prefix = mkdtempSync(join(tmpdir(), "assay-package-"));
const installed = join(prefix, "bin", "assay");
let offline: string | null = null;

beforeAll(async () => {
  const { tarball } = await packOnce();
  try {
    await run("npm", [
      "install",
      "--global",
      "--prefix",
      prefix,
      "--prefer-offline",
      "--no-audit",
      "--no-fund",
      tarball,
    ]);
  } catch (error) {
    offline = (error as { stderr: string }).stderr;
    if (!/ENOTFOUND|ECONNREFUSED|ENOTCACHED|EAI_AGAIN/.test(offline)) throw error;
    cannot("registry", "it cannot be reached");
  }
});

afterAll(() => rmSync(prefix, { recursive: true, force: true }));

describe("npm pack, then npm install -g", () => {
  test("gives a working assay", async (context) => {
    if (offline) return context.skip();
    const { version } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8"));
    expect((await run(installed, ["--version"])).stdout).toBe(`${version}\n`);
  });

  test("which sets up a workspace that validates, far from this repository", async (context) => {
    if (offline) return context.skip();
    const cwd = join(prefix, "somewhere");
    await run(installed, ["init", cwd]);
    expect(existsSync(join(cwd, "configs"))).toBe(true);
    await run(installed, ["validate"], { cwd });
  });

  test("ships what it reads at run time, and neither tests nor sources", async (context) => {
    if (offline) return context.skip();
    const packageFolder = join(prefix, "lib", "node_modules", "assay");
    const shipped = ["dist/cli.js", "dist/index.d.ts", "prompts", "examples/quickstart", "templates/checks"];
    for (const needed of [...shipped, "LICENSE", "README.md"]) {
      expect(existsSync(join(packageFolder, needed)), needed).toBe(true);
    }
    for (const needless of ["src", "test", "bench", "outputs", "examples/quickstart/outputs"]) {
      expect(existsSync(join(packageFolder, needless)), needless).toBe(false);
    }
  });
});
