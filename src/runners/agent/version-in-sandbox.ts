import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type FoundImage, succeeded } from "../../sandbox/index.ts";
import { openOwnedFolder } from "../../temporary/index.ts";
import { versionIn } from "../agent-session/index.ts";
import type { AgentDefinition } from "./presets/index.ts";
import { openSandboxPlace, type SandboxSetting } from "./sandbox-place.ts";

const SECONDS = 60;

const known = new Map<string, Promise<string | null>>();

/** What the program of this machine says its version is; asked once per process and program. Null when it does not say. */
export function versionInSandbox(
  setting: Omit<SandboxSetting, "version">,
  { id }: FoundImage,
  definition: AgentDefinition,
): Promise<string | null> {
  const { versionCommand } = definition;
  if (versionCommand === null) return Promise.resolve(null);
  const key = [id, ...versionCommand].join("\n");
  const asked = known.get(key) ?? ask(setting, versionCommand, definition);
  known.set(key, asked);
  return asked;
}

/** In folders of its own, so that it leaves nothing in the trial's. */
async function ask(
  setting: Omit<SandboxSetting, "version">,
  command: readonly string[],
  { environment }: AgentDefinition,
): Promise<string | null> {
  const { path: folder, remove } = openOwnedFolder("version");
  try {
    await mkdir(join(folder, "workspace"));
    await mkdir(join(folder, "tmp", "home"), { recursive: true });
    const opened = openSandboxPlace({ ...setting, folder, version: null });
    if (!opened.ok) return null;
    // Where its programs are is all that it needs to know.
    const path: Record<string, string> = environment.PATH === undefined ? {} : { PATH: environment.PATH };
    const call = await opened.place.execute({ command, environment: path, stdin: undefined, seconds: SECONDS });
    return (succeeded(call) && versionIn(call.stdout)) || null;
  } finally {
    await remove();
  }
}
