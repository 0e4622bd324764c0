import { join, resolve } from "node:path";
import { type OutputWish, outputInTheWay, readOutputWish } from "../../text/presentation/index.ts";
import { type Diagnostic, hasErrors } from "../diagnostics/diagnostic.ts";
import { didYouMean } from "../diagnostics/did-you-mean.ts";
import { loadSource } from "../file/load-file.ts";
import { idsIn, isPath } from "../finding/resolve-reference.ts";
import { FOLDERS, kindOf, WORKSPACE_FILES } from "../finding/workspace-root.ts";
import { REPORT_FORMATS, type WorkspaceFile, workspaceFile } from "../schema/workspace-file.ts";
import { type Complaint, complainAbout, displayPath } from "../source/source-file.ts";

/** A workspace's assay.yaml, as far as it is valid. */
export interface LoadedWorkspaceFile {
  path: string;
  /** Path to show. */
  shown: string;
  /** Missing if the file is broken. */
  value?: WorkspaceFile;
  diagnostics: Diagnostic[];
}

/** Reads the assay.yaml in a workspace and checks that the ids in it exist; null without a file. */
export function loadWorkspaceFile(root: string): LoadedWorkspaceFile | null {
  const [path, second] = WORKSPACE_FILES.map((name) => join(root, name)).filter((file) => kindOf(file) !== "nothing");
  if (path === undefined) return null;
  const shown = displayPath(path, root);
  if (second !== undefined) {
    const message = `is beside ${displayPath(second, root)}, so it is not clear which one is meant; remove one`;
    return { path, shown, diagnostics: [{ severity: "error", file: shown, message }] };
  }
  const { source, value, diagnostics } = loadSource(path, workspaceFile, root);
  if (source === undefined || value === undefined) return { path, shown, diagnostics };
  const complaints = [...missingNames(value, root), ...missingFiles(value, root), ...wrongOutputs(value.output ?? [])];
  diagnostics.push(...complaints.map((complaint) => complainAbout(source, complaint)));
  return { path, shown, ...(hasErrors(diagnostics) ? {} : { value }), diagnostics };
}

const NAMED = {
  suite: FOLDERS.suites,
  run_profile: FOLDERS.runProfiles,
  evaluation_profile: FOLDERS.evaluationProfiles,
};

function missingNames(value: WorkspaceFile, root: string): Complaint[] {
  return Object.entries(NAMED).flatMap(([field, folder]): Complaint[] => {
    const written = value[field as keyof typeof NAMED];
    if (written === undefined) return [];
    const what = field.replaceAll("_", " ");
    if (isPath(written))
      return kindOf(resolve(root, written)) === "nothing"
        ? [{ path: [field], message: `no such ${what} file: ${JSON.stringify(written)}; paths start at this file` }]
        : [];
    const ids = idsIn(join(root, folder));
    if (ids.includes(written)) return [];
    const there = ids.length === 0 ? "has none" : `has ${ids.slice(0, 8).join(", ")}${ids.length > 8 ? " …" : ""}`;
    const suggestion = didYouMean(written, ids);
    const message = `no ${what} has the id ${JSON.stringify(written)}; ${folder}/ ${there}`;
    return [{ path: [field], message, ...(suggestion ? { suggestion } : {}) }];
  });
}

function missingFiles(value: WorkspaceFile, root: string): Complaint[] {
  return (["rubric", "batch_spec"] as const).flatMap((field): Complaint[] => {
    const written = value[field];
    if (written === undefined || kindOf(resolve(root, written)) === "file") return [];
    return [{ path: [field], message: `no such file: ${JSON.stringify(written)}; paths start at this file` }];
  });
}

function wrongOutputs(outputs: readonly string[]): Complaint[] {
  const before: OutputWish[] = [];
  return outputs.flatMap((written, index): Complaint[] => {
    const read = readOutputWish(written, REPORT_FORMATS);
    if (!read.ok) {
      const suggestion = didYouMean(written.split("=")[0]!, REPORT_FORMATS);
      return [{ path: ["output", index], message: read.problem, ...(suggestion ? { suggestion } : {}) }];
    }
    const other = outputInTheWay(before, read.wish);
    before.push(read.wish);
    if (other === undefined) return [];
    const place = read.wish.file ?? "stdout";
    return [
      { path: ["output", index], message: `${other.format} goes to ${place} already; name another file for this` },
    ];
  });
}
