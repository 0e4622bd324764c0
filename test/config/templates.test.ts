import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { listTemplates } from "../../src/operations/index.ts";
import { assay } from "../support/assay.ts";
import { lacks } from "../support/needs.ts";
import { type PackedPackage, packPackage } from "../support/packed-package.ts";
import { temporaryFolder } from "../support/temporary.ts";

let shell: PackedPackage["shell"];

beforeAll(async () => {
  ({ shell } = await packPackage());
});

const templates = await listTemplates();

test("there is a template for each way of working", () => {
  expect(templates.map(({ name }) => name)).toEqual([
    "quickstart",
    "agents",
    "batch",
    "checks",
    "dataset",
    "rubric",
    "tools",
    "variants",
  ]);
});

test("--list-templates names each of them in one line, and creates nothing", async () => {
  const cwd = temporaryFolder();
  const { stdout } = await assay(["init", "--list-templates"], { cwd });
  const lines = stdout.trimEnd().split("\n");
  expect(lines.map((line) => line.split(/\s{2,}/))).toEqual(
    templates.map(({ name, description }) => [name, description]),
  );
  expect(readdirSync(cwd)).toEqual([]);
});

describe.each(templates.map((template) => [template.name, template] as const))("%s", (name, { next }) => {
  test.skipIf(lacks("sandbox"))(
    "in an empty folder, the commands that it prints work as printed, without a key or a network",
    { timeout: 300_000 },
    async () => {
      const cwd = temporaryFolder();
      const created = await shell(`assay init --template ${name} new`, cwd);
      expect(created.stderr).toBe(`\nNext:\n${["cd new", ...next].map((line) => `  ${line}\n`).join("")}`);
      const printed = created.stderr.split("\n").flatMap((line) => /^ {2}(.+)/.exec(line)?.[1] ?? []);
      const result = await shell(printed.join("\n"), cwd);
      // The quickstart has a subject that fails, which is part of the show.
      expect(result.code, result.stdout + result.stderr).toBe(name === "quickstart" ? 1 : 0);
      expect(result.stderr).not.toContain("warning");
    },
  );

  test("it ignores results and keys, points editors to schemas that are there, and leaves its card behind", async () => {
    const cwd = temporaryFolder();
    const { stdout } = await shell(`assay init --template ${name}`, cwd);
    const made = stdout.trim().split("\n");
    expect(made.filter((path) => !existsSync(join(cwd, path)))).toEqual([]);
    expect(readFileSync(join(cwd, ".gitignore"), "utf8")).toBe("outputs/\n.env\n");
    expect(made).not.toContain("template.json");
    for (const path of made.filter((file) => /\.ya?ml$/.test(file))) {
      const [, schema] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(readFileSync(join(cwd, path), "utf8")) ?? [];
      expect(existsSync(join(cwd, dirname(path), schema ?? "none")), path).toBe(true);
    }
  });
});

describe("refusals", () => {
  test("a template that does not exist", async () => {
    const cwd = temporaryFolder();
    const { code, stderr } = await assay(["init", "--template", "chekcs"], { cwd });
    expect(stderr).toBe(
      'error: no template is called "chekcs"; there are quickstart, agents, batch, checks, dataset, rubric, tools, variants. Did you mean "checks"?\n',
    );
    expect(code).toBe(2);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test.each(templates.map(({ name }) => name))(
    "%s overwrites nothing, and then writes nothing at all",
    async (name) => {
      const cwd = temporaryFolder();
      const { stdout } = await assay(["init", "--template", name, "first"], { cwd });
      const taken = stdout
        .trim()
        .split("\n")
        .at(-1)!
        .replace(/^first\//, "");
      mkdirSync(join(cwd, "second", dirname(taken)), { recursive: true });
      writeFileSync(join(cwd, "second", taken), "mine");
      const { code, stderr } = await assay(["init", "--template", name, "second"], { cwd });
      expect(code).toBe(2);
      expect(stderr).toContain("nothing was changed");
      const left = readdirSync(join(cwd, "second"), { recursive: true, withFileTypes: true });
      expect(left.filter((entry) => entry.isFile()).map((entry) => entry.name)).toEqual([taken.split("/").at(-1)]);
    },
  );

  test("a .gitignore of your own stays as it is, and you are told what should be in it", async () => {
    const cwd = temporaryFolder({ ".gitignore": "mine\n" });
    const { code, stderr, stdout } = await assay(["init", "--template", "rubric"], { cwd });
    expect(code).toBe(0);
    expect(readFileSync(join(cwd, ".gitignore"), "utf8")).toBe("mine\n");
    expect(stdout.split("\n")).not.toContain(".gitignore");
    expect(stderr).toContain(".gitignore already existed and was not changed; it should list outputs/ and .env\n");
  });
});
