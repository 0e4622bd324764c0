import { openOwnedFolder } from "../../files/index.ts";
import { type FoundImage, lastLine, succeeded } from "../../sandbox/index.ts";
import { versionIn } from "../agent-session/engine.ts";
import type { AgentProgram } from "./agent-program.ts";
import { makePlacedFolders } from "./layout.ts";
import { openSandboxEnvironment, type SandboxSetting } from "./sandbox-environment.ts";

const SECONDS = 60;

/** `problem` is the reason for a missing version: the program does not run in the sandbox, fails, or was ended. */
export type ToldVersion =
  | { version: string | null; problem?: undefined }
  | { version: null; problem: string; why: "cannot_run" | "says_nothing" | "ended" };

const known = new Map<string, Promise<ToldVersion>>();

/** Asks the program on this machine for its version, once per process and program. Failures are retried. */
export function versionInSandbox(
  setting: Omit<SandboxSetting, "version">,
  { id }: FoundImage,
  { versionCommand, environment }: AgentProgram,
): Promise<ToldVersion> {
  if (versionCommand === null) return Promise.resolve({ version: null });
  // It needs only the paths of its programs and folders, and other settings may be why it did not run.
  const path: Record<string, string> = environment.PATH === undefined ? {} : { PATH: environment.PATH };
  const key = [id, ...versionCommand, path.PATH, ...setting.hostFolders].join("\n");
  const asked = known.get(key) ?? ask(setting, versionCommand, path);
  known.set(key, asked);
  void asked.then(({ problem }) => {
    if (problem !== undefined) known.delete(key);
  });
  return asked;
}

/** Runs in separate folders, so that nothing is left in the trial's. */
async function ask(
  setting: Omit<SandboxSetting, "version">,
  command: readonly string[],
  environment: Record<string, string>,
): Promise<ToldVersion> {
  const { path: folder, remove } = openOwnedFolder("version");
  try {
    await makePlacedFolders(setting.layout, folder);
    const opened = openSandboxEnvironment({ ...setting, folder, version: null });
    // Opening the trial's own environment will report the same problem.
    if (!opened.ok) return { version: null };
    const call = await opened.place.execute({ command, environment, stdin: undefined, seconds: SECONDS, apart: true });
    if (succeeded(call)) return { version: versionIn(call.stdout) || null };
    const problem = lastLine(call.message ?? call.stderr) || `exit code ${call.exit_code}`;
    const why = call.exit_code === 126 || call.exit_code === 127 ? "cannot_run" : "says_nothing";
    return { version: null, problem, why: call.outcome === "exited" ? why : "ended" };
  } finally {
    await remove();
  }
}
