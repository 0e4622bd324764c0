import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assay, cliPath } from "./assay.ts";
import { projectRoot } from "./project-root.ts";

export interface JudgedWorkspace {
  root: string;
  remove(): void;
}

/** The quickstart, run and judged by the real CLI with its offline programs. */
export async function judgedQuickstart(): Promise<JudgedWorkspace> {
  const root = mkdtempSync(join(tmpdir(), "assay-viewer-"));
  cpSync(join(projectRoot, "examples/quickstart"), root, {
    recursive: true,
    filter: (path) => !path.endsWith("/outputs"),
  });
  const { stderr } = await assay([...QUICKSTART, "--quiet", "--no-chart"], { cwd: root });
  if (stderr.includes("error:")) throw new Error(stderr);
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

export const QUICKSTART = [
  ...["run-eval", "--suite", "quickstart", "--run-profile", "offline"],
  ...["--evaluation-profile", "offline_judge"],
];

/** `assay view` as a user starts it; ends with `stop`. */
export async function startView(root: string, words: string[] = []): Promise<{ url: string; stop(): Promise<number> }> {
  const child: ChildProcess = spawn(process.execPath, [cliPath, "view", "--no-open", ...words], { cwd: root });
  const url = await new Promise<string>((found, failed) => {
    child.stdout!.on("data", (text: Buffer) => found(String(text).trim()));
    child.stderr!.on("data", (text: Buffer) => failed(new Error(String(text))));
  });
  const ended = new Promise<number>((resolve) => child.on("close", (code) => resolve(code ?? -1)));
  return {
    url,
    async stop() {
      child.kill("SIGINT");
      return await ended;
    },
  };
}
