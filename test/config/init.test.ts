import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { temporaryFolder } from "../support/temporary.ts";

function yamlFilesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.ya?ml$/.test(path))
    .sort();
}

describe("assay init", () => {
  test("creates a workspace that validates without a warning", async () => {
    const cwd = temporaryFolder();
    const created = await assay(["init", "evals"], { cwd });
    expect(created.code).toBe(0);
    expect(created.stdout.split("\n")).toContain("evals/configs/suites/quickstart.yaml");
    for (const file of created.stdout.trim().split("\n")) expect(existsSync(join(cwd, file)), file).toBe(true);
    const validated = await assay(["validate"], { cwd: join(cwd, "evals/configs") });
    expect(validated.stdout).toContain("no problem found");
    expect(validated.code).toBe(0);
  });

  test("points editors from every file to a schema that is there", async () => {
    const cwd = temporaryFolder();
    await assay(["init"], { cwd });
    const files = yamlFilesOf(join(cwd, "configs")).map((path) => join(cwd, "configs", path));
    expect(files.length).toBeGreaterThan(4);
    for (const file of files) {
      const [, schema] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(readFileSync(file, "utf8")) ?? [];
      expect(schema, file).toBeDefined();
      expect(JSON.parse(readFileSync(join(dirname(file), schema!), "utf8"))).toHaveProperty(
        "properties.schema_version",
      );
    }
  });

  test("overwrites nothing", async () => {
    const cwd = temporaryFolder();
    await assay(["init"], { cwd });
    const again = await assay(["init"], { cwd });
    expect(again.stderr).toContain("already holds a workspace (configs/); nothing was changed");
    expect(again.code).toBe(2);
  });

  test("a place that cannot be written is a sentence, here and wherever else files are written", async () => {
    const cwd = temporaryFolder({ taken: "" });
    const created = await assay(["init", "taken/evals"], { cwd });
    expect(created.stderr).toMatch(/^error: \S+\/taken\/evals cannot be written: ENOTDIR[^\n]*\n$/);
    expect(created.code).toBe(2);
    const written = await assay(["schema", "--write", "taken/schemas"], { cwd });
    expect(written.stderr).toMatch(/^error: ENOTDIR[^\n]*\n$/);
    expect(written.code).toBe(1);
  });

  test("refuses a file in the place of the folder, and one that would be overwritten", async () => {
    const cwd = temporaryFolder({ taken: "", "evals/configs/.schemas/suite.json": "mine" });
    expect((await assay(["init", "taken"], { cwd })).stderr).toContain("is not a directory");
    const collision = await assay(["init", "evals"], { cwd });
    expect(collision.stderr).toContain("configs/.schemas/suite.json already there");
    expect(readFileSync(join(cwd, "evals/configs/.schemas/suite.json"), "utf8")).toBe("mine");
    expect(readdirSync(join(cwd, "evals/configs"))).toEqual([".schemas"]);
  });
});
