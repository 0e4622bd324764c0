import { execFile } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cliPath } from "./support/assay.ts";
import { shellBlocksOf } from "./support/page-blocks.ts";
import { projectRoot } from "./support/project-root.ts";
import { temporaryFolder } from "./support/temporary.ts";

/** `assay` may end with these: done, a trial failed or a threshold was missed, a comparison is inconclusive. Never 2. */
const FINE = [0, 1, 3];
const pages = [
  "README.md",
  ...readdirSync(join(projectRoot, "docs"))
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file}`),
];

const readPage = (page: string) => readFileSync(join(projectRoot, page), "utf8");

/** The README is followed line by line in readme.test.ts. */
const withCommands = pages.filter((page) => page !== "README.md" && shellBlocksOf(readPage(page)).length > 0);

describe.each(withCommands)("%s", (page) => {
  const blocks = shellBlocksOf(readPage(page));

  test("its commands work as printed, one after the other, in an empty folder beside the examples", {
    timeout: 300_000,
  }, async () => {
    const folder = temporaryFolder();
    cpSync(join(projectRoot, "examples"), join(folder, "examples"), {
      recursive: true,
      filter: (path) => !/\/outputs$/.test(path),
    });
    const shim = join(folder, ".bin");
    mkdirSync(shim);
    writeFileSync(join(shim, "assay"), `#!/bin/sh\nexec "${process.execPath}" "${cliPath}" "$@"\n`);
    chmodSync(join(shim, "assay"), 0o755);
    // One shell for the whole page: a reader who changed into a folder is still there at the next block.
    const { code, output } = await bash(blocks.map((block) => block.code).join("\n"), folder, shim);
    expect(FINE, output).toContain(code);
  });
});

describe.each(pages)("%s", (page) => {
  test("its links lead somewhere", () => {
    const links = [...readPage(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)].map(
      ([, target]) => target!,
    );
    const dead = links.filter((target) => !existsSync(join(projectRoot, page.includes("/") ? "docs" : ".", target)));
    expect(dead).toEqual([]);
  });

  test("its links into a page name a heading of that page", () => {
    const links = [...readPage(page).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)];
    const dead = links.filter(([, target, anchor]) => {
      const path = target === "" ? page : join(page.includes("/") ? "docs" : ".", target!);
      return !anchorsOf(readPage(path)).includes(anchor!);
    });
    expect(dead.map(([link]) => link)).toEqual([]);
  });

  test("it calls the command by its name, run-eval", () => {
    expect(readPage(page)).not.toMatch(/assay eval\b/);
  });
});

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  return [...text.replace(/^```[\s\S]*?^```/gm, "").matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function bash(code: string, cwd: string, shim: string): Promise<{ code: number; output: string }> {
  // Every command is looked at, not only the last one of a block; what is not ours has to succeed.
  const failed = `code=$?; case "$code $BASH_COMMAND" in "1 assay "*|"3 assay "*) ;; *) echo "exit code $code: $BASH_COMMAND" >&2; exit 99;; esac`;
  const script = `trap '${failed}' ERR\n${code}`;
  const env = { PATH: `${shim}:${process.env.PATH}`, HOME: cwd, NO_COLOR: "1" };
  return new Promise((resolve) => {
    execFile(
      "bash",
      ["-c", script],
      { cwd, env, timeout: 240_000, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        resolve({
          code: typeof error?.code === "number" ? error.code : error ? 99 : 0,
          output: `${stdout}${stderr}`.slice(-4000),
        });
      },
    );
  });
}
