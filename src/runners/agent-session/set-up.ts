import { lstat, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ProcessResult } from "../../sandbox/index.ts";
import { createRedactor } from "../../text/index.ts";
import { copyTree } from "../../trees/index.ts";
import type { RunnerSurroundings, Trial } from "../contract/runner.ts";
import { fillWorkspace, runSetup } from "../workspace/index.ts";
import { DISK_BYTES } from "./agent-container.ts";
import { type EndedSession, refuse, tryAgain } from "./ended-session.ts";

/** Puts what a case gives over the copy of an agent's workspace; null when all went well. */
export async function giveFiles({ request, loadedCase }: Trial, before: string): Promise<EndedSession | null> {
  const filled = await fillWorkspace(request.workspace ?? [], loadedCase.workspace, before);
  if (filled.ok) return null;
  return filled.fault === "changed" ? tryAgain(filled.problem) : refuse(filled.problem);
}

/** Runs a case's setup where its agent will run, as the agent's user; what it made counts as given from then on. Null when all went well. */
export async function setUpAgent(
  { setup = [] }: Trial["request"],
  run: (command: string[]) => Promise<ProcessResult>,
  folders: { workspace: string; before: string },
  { redact = createRedactor([]) }: Pick<RunnerSurroundings, "redact">,
): Promise<EndedSession | null> {
  if (setup.length === 0) return null;
  const done = await runSetup(setup, run, { redact, diskBytes: DISK_BYTES });
  if (!done.ok) return done.fault === "users" ? refuse(done.message) : tryAgain(done.message);
  await rm(folders.before, { recursive: true, force: true });
  await copyTree(folders.workspace, folders.before);
  return null;
}

/** What the agent changed and deleted; what setup had deleted of the given files is gone as well. */
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
