import { join } from "node:path";
import type { z } from "zod";
import { type LoadedAgent, loadAgent } from "../agents/load-agent.ts";
import type { CaseFile } from "../case/load-case.ts";
import { loadCases } from "../case/load-cases.ts";
import type { Diagnostic, Loaded } from "../diagnostics/diagnostic.ts";
import type { LoadedSource } from "../file/load-file.ts";
import { declaredId, loadNamed, NAMED_KINDS } from "../file/load-named.ts";
import { entriesOf, listProfiles } from "../finding/list-files.ts";
import { FOLDERS, isDirectory } from "../finding/workspace-root.ts";
import { type LoadedEvaluationProfile, readEvaluationProfile } from "../profiles/load-evaluation-profile.ts";
import type { RunProfile } from "../schema/campaign/run-profile.ts";
import type { Suite } from "../schema/campaign/suite.ts";
import { readToolFile, type ShelvedTool } from "../tools/tool-shelf.ts";

/** Suite or profile of the workspace, as far as it is valid. */
export interface NamedFile<T> extends LoadedSource<T> {
  path: string;
  /** Declared id, or else the file's name. */
  id: string;
}

/** Everything under configs/, each file with its own problems. */
export interface Workspace {
  root: string;
  cases: CaseFile[];
  suites: NamedFile<Suite>[];
  runProfiles: NamedFile<RunProfile>[];
  evaluationProfiles: { path: string; loaded: Loaded<LoadedEvaluationProfile> }[];
  agents: { path: string; id: string; loaded: Loaded<LoadedAgent> }[];
  tools: ShelvedTool[];
  /** Problems with the placement of files. */
  diagnostics: Diagnostic[];
}

/** Loads a whole workspace. */
export async function loadWorkspace(root: string): Promise<Workspace> {
  const cases = await loadCases(root);
  const suites = loadAllNamed(root, NAMED_KINDS.suite);
  const runProfiles = loadAllNamed(root, NAMED_KINDS.runProfile);
  const evaluationProfiles = listProfiles(root, FOLDERS.evaluationProfiles);
  const tools = listProfiles(root, FOLDERS.tools);
  const agents = entriesOf(join(root, FOLDERS.agents))
    .map((id) => ({ id, path: join(root, FOLDERS.agents, id) }))
    .filter(({ path }) => isDirectory(path))
    .map(({ id, path }) => ({ path, id, loaded: loadAgent(root, id) }));
  return {
    root,
    cases: cases.files,
    suites: suites.files,
    runProfiles: runProfiles.files,
    evaluationProfiles: evaluationProfiles.paths.map((path) => ({ path, loaded: readEvaluationProfile(path, root) })),
    agents,
    tools: tools.paths.map((path) => readToolFile(path, root)),
    diagnostics: [
      ...cases.misplaced,
      ...suites.problems,
      ...runProfiles.problems,
      ...evaluationProfiles.misplaced,
      ...evaluationProfiles.ambiguous.values(),
      ...tools.misplaced,
      ...tools.ambiguous.values(),
    ],
  };
}

function loadAllNamed<Schema extends z.ZodType>(
  root: string,
  kind: { folder: string; idField: string; schema: Schema },
): { files: NamedFile<z.output<Schema>>[]; problems: Diagnostic[] } {
  const { paths, ambiguous, misplaced } = listProfiles(root, kind.folder);
  const files: NamedFile<z.output<Schema>>[] = [];
  for (const path of paths) {
    const loaded = loadNamed(path, root, kind, "path");
    files.push({ ...loaded, path, id: declaredId(loaded, kind.idField) ?? path });
  }
  return { files, problems: [...misplaced, ...ambiguous.values()] };
}
