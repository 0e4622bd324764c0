import { basename, dirname } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { listCaseFiles } from "../finding/list-files.ts";
import type { ParsedForms } from "../parsed-forms/parsed-forms.ts";
import type { TestCase } from "../schema/case/test-case.ts";
import { complainAbout, displayPath } from "../source/source-file.ts";
import { openToolShelf } from "../tools/tool-shelf.ts";
import type { CaseFile } from "./load-case.ts";
import { loadCaseOrRows } from "./load-rows.ts";
import { openPartSharing } from "./share-parts.ts";

export interface CaseCollection {
  files: CaseFile[];
  /** Complaints about files where no case is expected. */
  misplaced: Diagnostic[];
}

/** Loads all cases of a workspace, sorted by path. */
export async function loadCases(root: string, forms?: ParsedForms<TestCase>): Promise<CaseCollection> {
  const { paths, ambiguous, misplaced } = listCaseFiles(root, forms?.isThere);
  const files: CaseFile[] = [];
  const shelf = openToolShelf(root);
  const share = openPartSharing();
  for (const path of paths)
    for (const file of loadCaseOrRows(path, root, forms, shelf)) {
      if (file.loaded) share(file.loaded);
      files.push(file);
    }
  for (const file of files) {
    const problem = ambiguous.get(file.path);
    if (problem !== undefined) markBroken(file, problem);
  }
  for (const [index, file] of files.entries()) if (file.path !== files[index - 1]?.path) warnOfOtherFolder(file);
  markRepeatedIds(files, root);
  return { files, misplaced };
}

/** Warns if a case's folder differs from its id, as after copying a case: results use the id, and people look at the folder. */
function warnOfOtherFolder(file: CaseFile): void {
  const folder = basename(dirname(file.path));
  const caseId = file.datasetCaseId ?? file.caseId;
  if (file.source === undefined || caseId === folder) return;
  if (file.diagnostics.some(({ field }) => field === "case_id")) return;
  file.diagnostics.push(
    complainAbout(file.source, {
      severity: "warning",
      path: ["case_id"],
      expected: JSON.stringify(folder),
      found: JSON.stringify(caseId),
      message: `is not the name of its folder, ${JSON.stringify(folder)}; suites and outputs know the case as ${JSON.stringify(caseId)}`,
    }),
  );
}

/**
 * Complains about ids that differ at most in case, since they become folder names and some file systems ignore case. Rows of a dataset
 * share their case's id, which no other case may have.
 */
function markRepeatedIds(files: readonly CaseFile[], root: string): void {
  const first = new Map<string, CaseFile>();
  for (const file of files) {
    const ids = file.datasetCaseId === undefined ? [file.caseId] : [file.datasetCaseId, file.caseId];
    for (const id of ids) {
      const known = first.get(id.toLowerCase()) ?? file;
      first.set(id.toLowerCase(), known);
      if (known === file || (known.path === file.path && id === file.datasetCaseId)) continue;
      const message = `"${id}" is already the id of ${displayPath(known.path, root)}; ids must be unique in a workspace, ignoring upper and lower case`;
      markBroken(
        file,
        file.source
          ? complainAbout(file.source, { path: ["case_id"], message })
          : { severity: "error", file: displayPath(file.path, root), message },
      );
    }
  }
}

function markBroken(file: CaseFile, problem: Diagnostic): void {
  file.diagnostics.push(problem);
  delete file.loaded;
}
