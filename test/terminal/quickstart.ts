import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { assay } from "../support/assay.ts";
import { projectRoot } from "../support/project-root.ts";

export const CAMPAIGN = ["--suite", "quickstart", "--run-profile", "offline", "--evaluation-profile", "offline_judge"];

/** All tests of a file share them. */
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A copy of one of our examples, without stored results. */
export function exampleFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), "assay-terminal-"));
  folders.push(folder);
  const from = join(projectRoot, "examples", name);
  cpSync(from, folder, { recursive: true, filter: (path) => path !== join(from, "outputs") });
  return folder;
}

/** The quickstart, run and judged: four programs on eight cases, twice, by three judges. */
export async function judgedQuickstart(): Promise<string> {
  const cwd = exampleFolder("quickstart");
  const { code, stderr } = await assay(["run-eval", ...CAMPAIGN, "--quiet"], { cwd });
  // Some of its subjects fail, as they should.
  if (code !== 1) throw new Error(stderr);
  return cwd;
}
