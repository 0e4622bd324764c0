import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { projectRoot } from "../support/project-root.ts";
import { temporaryFolder } from "../support/temporary.ts";

const names = readdirSync(join(projectRoot, "examples")).sort();

describe("assay examples", () => {
  test("lists every example with what it is about, and copies nothing", async () => {
    const cwd = temporaryFolder();
    const { code, stdout } = await assay(["examples"], { cwd });
    const rows = stdout
      .trimEnd()
      .split("\n")
      .map((line) => line.split(/\s{2,}/));
    expect(rows.map(([name]) => name)).toEqual(names);
    expect(rows.filter(([, title]) => !title)).toEqual([]);
    expect(code).toBe(0);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test.each(names)("%s comes with a README, without results, and names the files it made", async (name) => {
    const cwd = temporaryFolder();
    const { code, stdout } = await assay(["examples", name], { cwd });
    expect(code).toBe(0);
    const made = stdout.trimEnd().split("\n");
    expect(made).toContain(`${name}/README.md`);
    expect(made.filter((path) => !existsSync(join(cwd, path)) || path.includes("/outputs/"))).toEqual([]);
  });

  test("goes where it is told to go", async () => {
    const cwd = temporaryFolder();
    await assay(["examples", "batch", "here/it/is"], { cwd });
    expect(readFileSync(join(cwd, "here/it/is/spec.yaml"))).toEqual(
      readFileSync(join(projectRoot, "examples/batch/spec.yaml")),
    );
  });

  test("overwrites nothing, and then writes nothing at all", async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, "batch"));
    writeFileSync(join(cwd, "batch/spec.yaml"), "mine");
    const { code, stderr } = await assay(["examples", "batch"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("spec.yaml already there in");
    expect(readdirSync(join(cwd, "batch"))).toEqual(["spec.yaml"]);
    expect(readFileSync(join(cwd, "batch/spec.yaml"), "utf8")).toBe("mine");
  });

  test("a file where the folder should be is refused", async () => {
    const cwd = temporaryFolder({ batch: "a file" });
    const { code, stderr } = await assay(["examples", "batch"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("is not a directory");
  });

  test.each(["../../etc", "bacth", ""])("no example is called %j", async (name) => {
    const cwd = temporaryFolder();
    const { code, stderr } = await assay(["examples", name], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(`no example is called "${name}"; there are agents, batch,`);
    expect(readdirSync(cwd)).toEqual([]);
  });
});

test("an example's README sends its reader to pages that `assay docs` has", () => {
  const pages = readdirSync(join(projectRoot, "docs"));
  for (const name of names) {
    const readme = readFileSync(join(projectRoot, "examples", name, "README.md"), "utf8");
    const named = [...readme.matchAll(/`assay docs ([\w-]+)`/g)].map(([, page]) => `${page}.md`);
    expect(named.length, name).toBeGreaterThan(0);
    expect(named.filter((page) => !pages.includes(page))).toEqual([]);
    // It is copied out of here, and a path that leads out of its folder would lead nowhere.
    expect(readme).not.toContain("](../");
  }
});
