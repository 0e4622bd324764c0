import { lstat, rm } from "node:fs/promises";
import { join } from "node:path";
import { copyTree } from "../../files/index.ts";
import type { OutputArtifact } from "../../records/index.ts";
import type { ProcessResult, SandboxLimits } from "../../sandbox/index.ts";
import type { Redactor } from "../../text/index.ts";
import type { Trial } from "../contract/runner.ts";
import { keepText } from "../workspace/evidence.ts";
import { fillWorkspace } from "../workspace/fill-workspace.ts";
import { runSetup } from "../workspace/run-setup.ts";
import { type EndedSession, refuse, tryAgain } from "./ended-session.ts";

/** Copies a case's files over the copy of an agent's workspace; null on success. */
export async function giveFiles({ request, loadedCase }: Trial, before: string): Promise<EndedSession | null> {
  const filled = await fillWorkspace(request.workspace ?? [], loadedCase.workspace, before);
  if (filled.ok) return null;
  return filled.fault === "changed" ? tryAgain(filled.problem) : refuse(filled.problem);
}

export interface AgentSetup {
  run: (command: string[]) => Promise<ProcessResult>;
  limits: SandboxLimits;
  redact: Redactor;
  /** Target folder of the evidence: run_N.artifacts/. */
  directory: string;
  workspace: string;
  before: string;
}

/** The result of a case's setup: its log, and the end of the trial if a command failed. */
export interface SetUp {
  log: OutputArtifact[];
  ended: EndedSession | null;
}

/** Runs a case's setup in the agent's environment, as the agent's user; files it makes count as given from then on. */
export async function setUpAgent(
  { setup = [] }: Trial["request"],
  { run, limits, redact, directory, workspace, before }: AgentSetup,
): Promise<SetUp> {
  if (setup.length === 0) return { log: [], ended: null };
  const done = await runSetup(setup, run, { redact, limits });
  const log = [await keepText(directory, "log", "setup.log", done.log)];
  if (!done.ok) return { log, ended: done.fault === "users" ? refuse(done.message) : tryAgain(done.message) };
  await rm(before, { recursive: true, force: true });
  await copyTree(workspace, before);
  return { log, ended: null };
}

/** The agent's changes and deletions; given files that setup deleted count as deleted too. */
export async function withSetupDeletions(
  left: { changed: string[]; deleted: string[] },
  { workspace = [], setup }: Trial["request"],
  before: string,
): Promise<{ changed: string[]; deleted: string[] }> {
  if (setup === undefined) return left;
  const gone: string[] = [];
  for (const { path } of workspace) if ((await lstat(join(before, path)).catch(() => null)) === null) gone.push(path);
  return { ...left, deleted: [...left.deleted, ...gone] };
}
