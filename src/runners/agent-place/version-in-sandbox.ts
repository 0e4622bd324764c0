import { openOwnedFolder } from "../../files/index.ts";
import { type FoundImage, lastLine, succeeded } from "../../sandbox/index.ts";
import { versionIn } from "../agent-session/engine.ts";
import type { AgentProgram } from "./agent-program.ts";
import { makePlacedFolders } from "./layout.ts";
import { openSandboxPlace, type SandboxSetting } from "./sandbox-place.ts";

const SECONDS = 60;

/** `problem` is why it did not say: it does not run in the sandbox, it ends with an error, or it was ended. */
export type ToldVersion =
  | { version: string | null; problem?: undefined }
  | { version: null; problem: string; why: "cannot_run" | "says_nothing" | "ended" };

const known = new Map<string, Promise<ToldVersion>>();

/** What the program of this machine says its version is; asked once per process and program. Failures are tried again. */
export function versionInSandbox(
  setting: Omit<SandboxSetting, "version">,
  { id }: FoundImage,
  { versionCommand, environment }: AgentProgram,
): Promise<ToldVersion> {
  if (versionCommand === null) return Promise.resolve({ version: null });
  // Where its programs and folders are is all that it needs to know, and may all be why it did not run.
  const path: Record<string, string> = environment.PATH === undefined ? {} : { PATH: environment.PATH };
  const key = [id, ...versionCommand, path.PATH, ...setting.hostFolders].join("\n");
  const asked = known.get(key) ?? ask(setting, versionCommand, path);
  known.set(key, asked);
  void asked.then(({ problem }) => {
    if (problem !== undefined) known.delete(key);
  });
  return asked;
}

/** In folders of its own, so that it leaves nothing in the trial's. */
async function ask(
  setting: Omit<SandboxSetting, "version">,
  command: readonly string[],
  environment: Record<string, string>,
): Promise<ToldVersion> {
  const { path: folder, remove } = openOwnedFolder("version");
  try {
    await makePlacedFolders(setting.layout, folder);
    const opened = openSandboxPlace({ ...setting, folder, version: null });
    // The trial's own place is told the same.
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
