import { mkdir, realpath, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openOwnedFolder } from "../../files/index.ts";
import { hasOwnView, type Sandbox, type SandboxCommand } from "../../sandbox/index.ts";
import type { CheckSubject } from "../inspection/check-subject.ts";
import { completeWorkspace } from "../inspection/given-files.ts";

/**
 * The folders of one hook call: two empty writable ones; the case and the trial's files are read-only, so that a hook cannot
 * alter the evidence for other checks.
 */
export interface HookStage {
  /** Host folders mounted as the hook's working directory and /tmp. */
  folders: { workspace: string; tmp: string };
  paths: { hooks: string; case: string; workspace: string; tmp: string; answers: string };
  /** Writes a file of ours next to the hook. */
  write(name: string, text: string): Promise<void>;
  /** Mounts a host file or folder read-only; returns its path in the sandbox. */
  place(name: string, host: string): Promise<string>;
  /** Mounts a host folder read-only under its own path. */
  show(host: string): void;
  mounts(): Pick<SandboxCommand, "workspace" | "tmp" | "readOnly">;
  remove(): Promise<void>;
}

const INSIDE_HOOKS = "/hooks";
const INSIDE_TRIAL = "/trial";

export async function openStage(subject: CheckSubject, sandbox: Sandbox): Promise<HookStage> {
  const { loadedCase, artifact, artifactsDirectory } = subject;
  const ownView = hasOwnView(sandbox);
  const { path: scratch, remove } = openOwnedFolder("hook");
  const folder = async (name: string): Promise<string> => {
    await mkdir(join(scratch, name), { recursive: true });
    return join(scratch, name);
  };
  const folders = { workspace: await folder("workspace"), tmp: await folder("tmp") };
  const hooks = await folder("hooks");
  const readOnly = [{ host: hooks, inside: INSIDE_HOOKS }];
  const hooksAsSeen = ownView ? INSIDE_HOOKS : hooks;

  const place = async (name: string, host: string): Promise<string> => {
    const real = await realpath(host);
    const target = join(hooks, name);
    await mkdir(dirname(target), { recursive: true });
    if (!ownView) await symlink(real, target);
    // A mount needs an existing mount point.
    else if ((await stat(real)).isDirectory()) await mkdir(target, { recursive: true });
    else await writeFile(target, "");
    readOnly.push({ host: real, inside: join(INSIDE_HOOKS, name) });
    return join(hooksAsSeen, name);
  };
  const trialFolder = async (name: string): Promise<string> => {
    const kept = join(artifactsDirectory, name);
    const wasGiven = name === "workspace" && artifact.workspace !== undefined;
    if (wasGiven) await completeWorkspace(subject, await folder("given"));
    const host = wasGiven
      ? await folder("given")
      : (await isFolder(kept))
        ? await realpath(kept)
        : await folder(`nothing-in-${name}`);
    readOnly.push({ host, inside: join(INSIDE_TRIAL, name) });
    return ownView ? join(INSIDE_TRIAL, name) : host;
  };

  return {
    folders,
    paths: {
      hooks: hooksAsSeen,
      case: await place("case", dirname(loadedCase.path)),
      workspace: await trialFolder("workspace"),
      tmp: await trialFolder("tmp"),
      answers: ownView ? "/tmp" : folders.tmp,
    },
    place,
    async write(name, text) {
      await mkdir(dirname(join(hooks, name)), { recursive: true });
      await writeFile(join(hooks, name), text);
    },
    show: (host) => void readOnly.push({ host, inside: host }),
    mounts: () => ({ ...folders, readOnly }),
    remove,
  };
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
