import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { obedientProvider } from "./obedient-provider.ts";
import { type StandIn, standIn } from "./stand-in.ts";
import { type OpenClawTrial, runTrial } from "./trial.ts";

export const IMAGE = "example.org/openclaw:2026.9.6";

/** Nothing listens there. */
export const NOWHERE = "https://gateway.example/v1";

/** A turn that goes well, as recorded from the real OpenClaw. */
export const OK = { prints: "success.json", transcript: "transcript.jsonl" };

/** One trial whose containers are played by a stand-in: its outcome, and how the stand-in was called. */
export async function runWithStandIn(behaviour: StandIn, given: Partial<OpenClawTrial> = {}) {
  const docker = standIn(behaviour);
  const { baseUrl } = await obedientProvider();
  const trial = { image: IMAGE, dockerCli: docker.cli, baseUrl, env: process.env, messages: ["Do it."] };
  const finished = await runTrial({ ...trial, ...given });
  const runs = docker.calls().filter(({ words }) => words[0] === "run");
  const executions = docker.calls().filter(({ words }) => words[0] === "exec" && words.includes("openclaw"));
  const commands = executions.map(({ words }) => words.slice(words.indexOf("openclaw")));
  const invocations = commands.filter((words) => words.includes("--session-id"));
  return { ...finished, ...docker, runs, executions, invocations };
}

/** Paths of the artifacts of one type. */
export function kept({ artifacts }: { artifacts: { artifact_type: string; path: string }[] }, type: string): string[] {
  return artifacts.filter(({ artifact_type }) => artifact_type === type).map(({ path }) => path);
}

/** Run folders of this process that are still there. */
export function foldersLeft(): string[] {
  const ours = new RegExp(`^assay-openclaw-\\w{8}-${process.pid}-`);
  return readdirSync(tmpdir()).filter((name) => ours.test(name));
}

/** True while a process lives; a zombie does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}
