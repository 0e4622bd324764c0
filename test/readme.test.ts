import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { lacks } from "./support/needs.ts";
import { type PackedPackage, packPackage } from "./support/packed-package.ts";
import { blocksOf } from "./support/page-blocks.ts";
import { projectRoot } from "./support/project-root.ts";
import { temporaryFolder, writeFiles } from "./support/temporary.ts";

const blocks = blocksOf(readFileSync(join(projectRoot, "README.md"), "utf8"));
const walk = blocks.filter(({ language, notRun }) => (language === "sh" && notRun === null) || language === "yaml");
const pasted = walk.find(({ saveAs }) => saveAs !== null);
let assay: PackedPackage;

beforeAll(async () => {
  assay = await packPackage();
});

/** Types every line into the shell by itself, as a reader does, who stays in the folder that `cd` led to. */
async function followReadme(): Promise<{ line: string; code: number; stdout: string; stderr: string }[]> {
  const folder = temporaryFolder();
  let here = folder;
  const typed = [];
  for (const { language, saveAs, code } of walk) {
    if (language === "yaml") writeFiles(here, { [saveAs!]: code });
    for (const line of language === "sh" ? code.split("\n").filter(Boolean) : []) {
      const [, into] = /^cd (\S+)$/.exec(line) ?? [];
      if (into) here = join(here, into);
      else typed.push({ line, ...(await assay.shell(line, here)) });
    }
  }
  return typed;
}

test.skipIf(lacks("sandbox"))(
  "the README, pasted line by line into an empty folder, ends in a scored report with the pasted case in it",
  { timeout: 300_000 },
  async () => {
    const typed = await followReadme();
    // The quickstart has a subject that fails, which is part of the show: campaigns end with 1, everything else with 0.
    for (const { line, code, stderr } of typed) {
      expect(code, `${line}\n${stderr}`).toBe(/run-eval|report/.test(line) ? 1 : 0);
      expect(stderr, line).not.toMatch(/warning|^error/m);
    }
    const last = typed.at(-1)!;
    expect(last.line).toBe("assay run-eval");
    const row = last.stdout.split("\n").find((line) => line.trim().startsWith("ten_lines "))!;
    // The careful subject passes, the two that claim or fail do not.
    expect(row).toMatch(/^ +ten_lines +9\.\d ±0\.0 ✓ .* [0-4]\.\d ±0\.0 ✗ +[0-2]\.\d ±0\.0 ✗ *$/);
    // Only what is new was run and judged.
    expect(last.stdout).toMatch(
      /^New spend: runs \$0, judging \$0 \(\d judge calls\)\. Reused, not paid again: runs \$0/m,
    );
  },
);

test("the walk has a case to paste, with an id that no other case of the new workspace has", () => {
  const [, id] = /^case_id: (\S+)$/m.exec(pasted?.code ?? "") ?? [];
  expect(pasted?.saveAs).toBe(`configs/cases/${id}/test.yaml`);
});

test("every YAML block says where to save it", () => {
  expect(blocks.filter(({ language, saveAs }) => language === "yaml" && saveAs === null)).toEqual([]);
});

test("no line of it has a comment, which not every shell takes at its prompt", () => {
  expect(blocks.filter(({ language, code }) => language === "sh" && /(?:^|\s)#/m.test(code))).toEqual([]);
});

test("it installs the file that npm pack makes", () => {
  expect(blocks.some(({ code }) => code.includes(`npm install -g ./${assay.tarball}\n`))).toBe(true);
});
