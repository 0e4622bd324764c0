import { cpSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../../support/project-root.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { obedientProvider } from "./obedient-provider.ts";
import { OK } from "./run-with-stand-in.ts";
import { type Call, type StandIn, standIn } from "./stand-in.ts";

export const RUN = ["run", "--suite", "scribe", "--run-profile", "docker"];

/** A copy of examples/openclaw, with a `docker` on PATH in place of the real one. */
export async function exampleWith(behaviour: StandIn) {
  const cwd = temporaryFolder();
  cpSync(join(projectRoot, "examples/openclaw"), cwd, { recursive: true });
  const docker = standIn(behaviour);
  // A folder of its own for temporary files: whatever is left in it was left by this test.
  const tmp = temporaryFolder();
  const PATH = `${docker.folder}:${process.env.PATH}`;
  const { baseUrl } = await obedientProvider();
  const key = { OPENROUTER_API_KEY: "sk-or-a-key-for-tests-only", OPENROUTER_BASE_URL: baseUrl };
  // A process looks once for what others left, and asks an engine once what it can; the next call has to ask again.
  return { ...docker, cwd, tmp, env: { PATH, TMPDIR: tmp, ...key }, ownProcess: true };
}

export const WRITES_EVERYTHING: StandIn = {
  turns: [{ ...OK, does: "echo 'login fixed, CSV export' > RELEASE.md; echo 'Chen, 2026-04-01' > minutes.md" }],
};

/** How many `openclaw agent` there were so far. */
export function turnsTaken({ calls }: { calls: () => Call[] }): number {
  return calls().filter(({ words }) => words.includes("--session-id")).length;
}

/** Acts once, as soon as it is so. */
export function when(isSo: () => boolean, act: () => void): void {
  const timer = setInterval(() => {
    if (!isSo()) return;
    clearInterval(timer);
    act();
  }, 20);
}
