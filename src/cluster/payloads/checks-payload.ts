import { dirname, resolve } from "node:path";
import { type LoadedCase, listCheckFiles, type SecurityPolicy } from "../../config/index.ts";
import type { RunArtifact } from "../../records/index.ts";
import type { PackedEntry } from "../../store/index.ts";
import { packTree } from "../contents/pack-tree.ts";
import { moveCase, portablePaths } from "./portable-paths.ts";
import { openPacker, type PayloadOptions } from "./trial-payload.ts";

/** Payload of a case's hooks and commands for one trial. */
export interface ChecksPayload {
  loadedCase: LoadedCase;
  artifact: RunArtifact;
  policy: SecurityPolicy;
  sandbox: "auto" | string;
  /** Files of the case, its hooks and its inputs, under the paths used in it. */
  files: PackedEntry[];
  /** Files that the trial left, relative to its folder. */
  left: PackedEntry[];
}

export interface ChecksToPack {
  loadedCase: LoadedCase;
  artifact: RunArtifact;
  artifactsDirectory: string;
  policy: SecurityPolicy;
  sandbox: string;
}

export async function packChecks(checks: ChecksToPack, { root, put }: PayloadOptions): Promise<ChecksPayload> {
  const { loadedCase, artifact, artifactsDirectory, policy, sandbox } = checks;
  const move = portablePaths(root);
  const pack = openPacker(move, put);
  const caseFolder = dirname(loadedCase.path);
  await pack.given(loadedCase);
  await pack.folder(caseFolder, staysHere);
  for (const { declarative, python_hook, module_hook } of loadedCase.case.deterministic_checks) {
    const hook = (python_hook ?? module_hook)?.path;
    if (hook !== undefined) {
      const file = resolve(caseFolder, hook);
      // In the root, a hook's folder would be the whole workspace, so send only the hook itself.
      if (dirname(file) === root) await pack.file(file);
      else await pack.folder(dirname(file), staysHere);
    }
    for (const written of (declarative?.kind === "command" && declarative.files) || []) {
      const listed = listCheckFiles(written, loadedCase.path);
      if (listed.ok) for (const { path } of listed.files) await pack.file(path);
    }
  }
  return {
    loadedCase: moveCase(loadedCase, move),
    artifact,
    policy,
    sandbox,
    files: pack.entries,
    left: await packTree(artifactsDirectory, ".", put),
  };
}

/** Excludes hidden files, such as .env, and installed packages, which belong to each machine. */
function staysHere(name: string): boolean {
  return name.startsWith(".") || name === "node_modules" || name === "__pycache__" || name === "outputs";
}
