import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

/** The quickstart with everything else that a store can have beside it: samples judged by a rubric, in two languages, and two experiments. */
export async function judgedEverything(): Promise<JudgedWorkspace> {
  const workspace = await judgedQuickstart();
  const { root } = workspace;
  for (const example of ["rubric", "batch"])
    cpSync(join(projectRoot, "examples", example), root, {
      recursive: true,
      filter: (path) => !path.endsWith("/outputs"),
    });
  for (const language of ["en", "zh"])
    await quietly(root, [
      ...["rubric", "judge", "--samples", `${language}/samples.jsonl`, "--rubric", `${language}/rubric.yaml`],
      ...["--evaluation-profile", "offline_panel", "--name", `demo-${language}`],
    ]);
  for (const name of ["experiment-1", "experiment-2"])
    await quietly(root, ["batch", "judge", "--spec", "spec.yaml", "--items", `${name}.jsonl`, "--name", name]);
  return workspace;
}

/** Judges the quickstart once more, by its strict judge alone: a second campaign of the same suite. */
export async function judgeMoreStrictly({ root }: JudgedWorkspace): Promise<void> {
  const profiles = join(root, "configs/evaluation_profiles");
  const profile = readFileSync(join(profiles, "offline_judge.yaml"), "utf8");
  const alone = profile.replace(/ {2}- judge_run_id: (?:even|careless)\n.*\n/g, "");
  writeFileSync(join(profiles, "strict.yaml"), alone.replace("_id: offline_judge", "_id: strict"));
  await quietly(root, [...QUICKSTART.map((word) => (word === "offline_judge" ? "strict" : word)), "--no-chart"]);
}

async function quietly(cwd: string, words: string[]): Promise<void> {
  const { stderr } = await assay([...words, "--quiet"], { cwd });
  if (stderr.includes("error:")) throw new Error(stderr);
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
