import { chmod, copyFile, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type CommandCheck, listCheckFiles } from "../../config/index.ts";
import { copyTree, openOwnedFolder } from "../../files/index.ts";
import { hasOwnView, INSIDE_TMP, INSIDE_WORKSPACE, type Sandbox, type SandboxCommand } from "../../sandbox/index.ts";
import type { CheckSubject } from "../inspection/check-subject.ts";
import { completeWorkspace } from "../inspection/given-files.ts";
import { unpackSnapshot } from "./unpack-snapshot.ts";

/** The folders of one command: writable copies of the trial's files, and the hidden files, read-only. */
export interface CommandStage {
  mounts: Pick<SandboxCommand, "workspace" | "tmp" | "readOnly">;
  paths: { workspace: string; tmp: string; files: string; home: string };
  remove(): Promise<void>;
}

const INSIDE_FILES = "/checks";
const INSIDE_HOME = "/home/check";

export async function openCommandStage(
  { files = [] }: CommandCheck,
  subject: CheckSubject,
  sandbox: Sandbox,
): Promise<CommandStage> {
  const { path: scratch, remove } = openOwnedFolder("command");
  const at = (name: string): string => join(scratch, name);
  const [workspace, tmp, hidden, home] = [at("workspace"), at("tmp"), at("checks"), at("home")];
  try {
    await completeWorkspace(subject, workspace);
    await copyTree(join(subject.artifactsDirectory, "tmp"), tmp);
    await unpackSnapshot(subject, workspace);
    await makeReadable(hidden);
    await makeReadable(home);
    for (const written of files) await placeFiles(written, subject.loadedCase.path, hidden);
  } catch (error) {
    await remove();
    throw error;
  }
  const readOnly = [
    { host: hidden, inside: INSIDE_FILES },
    { host: home, inside: INSIDE_HOME },
  ];
  return {
    mounts: { workspace, tmp, readOnly },
    paths: hasOwnView(sandbox)
      ? { workspace: INSIDE_WORKSPACE, tmp: INSIDE_TMP, files: INSIDE_FILES, home: INSIDE_HOME }
      : { workspace, tmp, files: hidden, home },
    remove,
  };
}

async function placeFiles(written: string, testYaml: string, hidden: string): Promise<void> {
  const listed = listCheckFiles(written, testYaml);
  if (!listed.ok) throw new Error(listed.message);
  for (const { path, name, executable } of listed.files) {
    const target = join(hidden, name);
    await foldersAbove(name, hidden);
    await copyFile(path, target);
    await chmod(target, executable ? 0o555 : 0o444);
  }
}

async function foldersAbove(name: string, hidden: string): Promise<void> {
  const above = dirname(name);
  if (above === ".") return;
  await foldersAbove(above, hidden);
  await makeReadable(join(hidden, above));
}

/** Overrides our umask, because the command may run as another user. */
async function makeReadable(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
}
