import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PackedPackage, packPackage } from "./support/packed-package.ts";
import { shellBlocksOf } from "./support/page-blocks.ts";
import { projectRoot } from "./support/project-root.ts";
import { temporaryFolder } from "./support/temporary.ts";
import { openWarmAssay, type WarmAssay } from "./support/warm-assay.ts";

/** `assay` may end with these: done, a trial failed or a threshold was missed, a comparison is inconclusive. Never 2. */
const FINE = [0, 1, 3];
const pages = [
  "README.md",
  ...readdirSync(join(projectRoot, "docs"))
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file}`),
];

let assay: PackedPackage;
let warm: WarmAssay;

beforeAll(async () => {
  assay = await packPackage();
  warm = await openWarmAssay(assay.dist, join(assay.binFolder, "assay"));
});
afterAll(() => {
  warm?.close();
  assay?.remove();
});

const readPage = (page: string) => readFileSync(join(projectRoot, page), "utf8");

/** The README is followed line by line in readme.test.ts, the tutorial in shipped/tutorial.test.ts. */
const FOLLOWED_ELSEWHERE = ["README.md", "docs/tutorial.md"];
const withCommands = pages.filter(
  (page) => !FOLLOWED_ELSEWHERE.includes(page) && shellBlocksOf(readPage(page)).length > 0,
);

describe.each(withCommands)("%s", (page) => {
  const blocks = shellBlocksOf(readPage(page));

  test("its commands work as printed, one after the other, from the installed package, in an empty folder", {
    timeout: 300_000,
  }, async () => {
    // One shell for the whole page: a reader who changed into a folder is still there at the next block.
    const typed = blocks.map((block) => block.code).join("\n");
    const { code, output } = await bash(typed, temporaryFolder(), warm.binFolder);
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
    // The reference has every command, and this other name of run-eval among them.
    if (page !== "docs/cli.md") expect(readPage(page)).not.toMatch(/assay eval\b/);
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
  // Who reads about git has told it who they are.
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
    // Nobody is there to type an answer.
    child.stdin!.end();
  });
}
