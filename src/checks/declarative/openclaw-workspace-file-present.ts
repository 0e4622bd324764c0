import { join, posix } from "node:path";
import type { DeclarativeCheck } from "../../config/index.ts";
import type { Finding, RunArtifact } from "../../records/index.ts";
import { openTrialFile } from "../../sandbox/index.ts";
import { plural } from "../../text/presentation/index.ts";
import type { CheckSubject } from "../inspection/check-subject.ts";
import { beginningOfFile, findBytes, findFolded } from "../inspection/search-file.ts";
import { quoted } from "./file-contains.ts";

type Check = Extract<DeclarativeCheck, { kind: "openclaw_workspace_file_present" }>;

/** Checks that the agent created or changed this workspace file, and what it contains. */
export async function openclawWorkspaceFilePresent(check: Check, subject: CheckSubject): Promise<Finding> {
  const path = posix.normalize(check.relative_path);
  const changed = changedFiles(subject.artifact);
  if (!changed.includes(path)) {
    const shown = [...new Set(changed)].sort().slice(0, 10).join(", ");
    const seen = changed.length > 0 ? `changed files: ${shown}` : "no changed files";
    return { outcome: "failed", message: `The agent did not make or change ${path} in its workspace.`, seen };
  }
  if (!check.contains && !check.contains_all && !check.contains_any)
    return { outcome: "passed", message: `The agent made or changed ${path}.`, seen: path };
  return searchFile(check, path, subject);
}

/** Includes files too large to keep, since the agent did create them. */
function changedFiles({ artifacts, runner_metadata }: RunArtifact): string[] {
  const kept = artifacts
    .filter(({ artifact_type }) => artifact_type === "workspace_file" || artifact_type === "key_output")
    .map(({ path }) => path.replace(/^workspace\//, ""));
  const notKept = (runner_metadata.changed_files_not_kept ?? []) as { path: string; kind: string }[];
  return [...kept, ...notKept.filter(({ kind }) => kind === "file").map(({ path }) => path)];
}

async function searchFile(check: Check, path: string, { artifactsDirectory }: CheckSubject): Promise<Finding> {
  const folders = { workspace: join(artifactsDirectory, "workspace"), tmp: join(artifactsDirectory, "tmp") };
  const file = await openTrialFile(path, folders);
  if (file.state !== "file") {
    const why = file.state === "refused" ? file.reason : "its content was not kept with the run";
    return { outcome: "error", message: `${path} cannot be read: ${why}.` };
  }
  try {
    const missing: string[] = [];
    if (check.contains && (await findBytes(file.handle, Buffer.from(check.contains))) === null)
      missing.push(check.contains);
    const folded = await findFolded(file.handle, [...(check.contains_all ?? []), ...(check.contains_any ?? [])]);
    missing.push(...(check.contains_all ?? []).filter((text) => !folded.has(text)));
    const any = check.contains_any ?? [];
    const noneOfAny = any.length > 0 && !any.some((text) => folded.has(text));
    if (missing.length === 0 && !noneOfAny) {
      const found = check.contains ?? [...folded].map(quoted).join(", ");
      return { outcome: "passed", message: `${path} contains what it should.`, seen: `found ${found}`.slice(0, 400) };
    }
    const problems = missing.map(quoted);
    if (noneOfAny) problems.push(`any of ${any.map(quoted).join(", ")}`);
    const seen = `${plural(file.bytes, "byte")}: ${await beginningOfFile(file.handle)}`;
    return { outcome: "failed", message: `${path} does not contain ${problems.join(" and not ")}.`, seen };
  } finally {
    await file.handle.close();
  }
}
