import { basename, dirname } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { listCaseFiles } from "../finding/list-files.ts";
import type { ParsedForms } from "../parsed-forms/parsed-forms.ts";
import type { TestCase } from "../schema/index.ts";
import { complainAbout, shownPathOf } from "../source/source-file.ts";
import { type CaseFile, loadCase } from "./load-case.ts";

export interface CaseCollection {
  files: CaseFile[];
  /** Complaints about files that lie where no case is looked for. */
  misplaced: Diagnostic[];
}

/** All cases of a workspace, sorted by path. */
export async function loadCases(root: string, forms?: ParsedForms<TestCase>): Promise<CaseCollection> {
  const { paths, ambiguous, misplaced } = listCaseFiles(root);
  const files: CaseFile[] = [];
  for (const path of paths) files.push(loadCase(path, root, forms));
  for (const file of files) {
    const problem = ambiguous.get(file.path);
    if (problem !== undefined) markBroken(file, problem);
  }
  for (const file of files) warnOfOtherName(file);
  markRepeatedIds(files, root);
  return { files, misplaced };
}

/** Outputs and selections go by the id, people by the folder: a case that was copied and not renamed misleads them. */
function warnOfOtherName(file: CaseFile): void {
  const folder = basename(dirname(file.path));
  if (file.source === undefined || file.caseId === folder) return;
  if (file.diagnostics.some(({ field }) => field === "case_id")) return;
  file.diagnostics.push(
    complainAbout(file.source, {
      severity: "warning",
      path: ["case_id"],
      expected: JSON.stringify(folder),
      found: JSON.stringify(file.caseId),
      message: `is not the name of its folder, ${JSON.stringify(folder)}; suites and outputs know the case as ${JSON.stringify(file.caseId)}`,
    }),
  );
}

/** Ids become folder names, and some file systems see no difference between `A` and `a`. */
function markRepeatedIds(files: readonly CaseFile[], root: string): void {
  const first = new Map<string, CaseFile>();
  for (const file of files) {
    const known = first.get(file.caseId.toLowerCase());
    if (known === undefined) {
      first.set(file.caseId.toLowerCase(), file);
      continue;
    }
    const message = `"${file.caseId}" is already the id of ${shownPathOf(known.path, root)}; ids are unique in a workspace, whatever the case of their letters`;
    markBroken(
      file,
      file.source
        ? complainAbout(file.source, { path: ["case_id"], message })
        : { severity: "error", file: shownPathOf(file.path, root), message },
    );
  }
}

function markBroken(file: CaseFile, problem: Diagnostic): void {
  file.diagnostics.push(problem);
  delete file.loaded;
}
