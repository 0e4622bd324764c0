import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type PackedPackage, packPackage } from "../support/packed-package.ts";
import { shellBlocksOf } from "../support/page-blocks.ts";
import { projectRoot } from "../support/project-root.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { openWarmAssay, type WarmAssay } from "../support/warm-assay.ts";

/** `assay` may end with these: done, a trial failed or a threshold was missed, a comparison is inconclusive. Never 2. */
const FINE = [0, 1, 3];

/** Tests that the commands of a page of docs/ work as printed. Every page has a file of its own, so that pages are followed at the same time. */
export function followPage(page: string): void {
  let assay: PackedPackage;
  let warm: WarmAssay;

  beforeAll(async () => {
    assay = await packPackage();
    warm = await openWarmAssay(assay.dist, join(assay.binFolder, "assay"));
  });
  afterAll(() => warm?.close());

  const timeout = 300_000;
  test(`the commands of ${page} work as printed, from the installed package, in an empty folder`, {
    timeout,
  }, async () => {
    // One shell for the whole page: a reader who changed into a folder is still there at the next block.
    const blocks = shellBlocksOf(readFileSync(join(projectRoot, "docs", `${page}.md`), "utf8"));
    expect(blocks).not.toEqual([]);
    const { code, output } = await bash(
      blocks.map((block) => block.code).join("\n"),
      temporaryFolder(),
      warm.binFolder,
    );
    expect(FINE, output).toContain(code);
  });
}

function bash(code: string, cwd: string, shim: string): Promise<{ code: number; output: string }> {
  // Every command is looked at, not only the last one of a block; what is not ours has to succeed.
  const failed = `code=$?; case "$code $BASH_COMMAND" in "1 assay "*|"3 assay "*) ;; *) echo "exit code $code: $BASH_COMMAND" >&2; exit 99;; esac`;
  const script = `trap '${failed}' ERR\n${code}`;
  // A reader of the page has told git their name.
  const reader = {
    GIT_AUTHOR_NAME: "A",
    GIT_AUTHOR_EMAIL: "a@example.org",
    GIT_COMMITTER_NAME: "A",
    GIT_COMMITTER_EMAIL: "a@example.org",
  };
  const env = { PATH: `${shim}:${process.env.PATH}`, HOME: cwd, NO_COLOR: "1", ...reader };
  return new Promise((resolve) => {
    const child = execFile(
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
    // No one is there to type an answer.
    child.stdin!.end();
  });
}
