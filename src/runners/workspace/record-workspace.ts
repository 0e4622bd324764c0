import type { RecordedWorkspace } from "../../records/index.ts";
import { hashOfWorkspace, type WorkspaceRequest } from "../request/planned-workspace.ts";

/** Enough for a judge to know the contents; beyond that files are only counted. */
const NAMED_FILES = 100;
const NAMED_CHARACTERS = 8_000;
const NAMED_CHANGES = 1_000;

/** The subject's given workspace for a trial's record; empty if a case gives neither files nor commands. */
export function recordWorkspace(
  { workspace, setup }: WorkspaceRequest,
  left: { changed: readonly string[]; deleted: readonly string[] } = { changed: [], deleted: [] },
): { workspace?: RecordedWorkspace } {
  if (workspace === undefined && setup === undefined) return {};
  const given = (workspace ?? []).flatMap((file) => ("sha256" in file ? [{ path: file.path, bytes: file.bytes }] : []));
  return {
    workspace: {
      sha256: workspace ? hashOfWorkspace(workspace) : null,
      files: firstOf(given),
      file_count: given.length,
      bytes: given.reduce((sum, { bytes }) => sum + bytes, 0),
      ...(setup ? { setup: setup.map((command) => (typeof command === "string" ? command : [...command])) } : {}),
      changed: left.changed.slice(0, NAMED_CHANGES),
      missing: missingAmong(workspace ?? [], left.deleted),
    },
  };
}

function firstOf(given: RecordedWorkspace["files"]): RecordedWorkspace["files"] {
  let characters = 0;
  const tooLong = given.slice(0, NAMED_FILES).findIndex(({ path }) => {
    characters += path.length;
    return characters > NAMED_CHARACTERS;
  });
  return given.slice(0, tooLong === -1 ? NAMED_FILES : tooLong);
}

function missingAmong(given: NonNullable<WorkspaceRequest["workspace"]>, deleted: readonly string[]): string[] {
  const gone = new Set(deleted);
  return given.flatMap(({ path }) => (gone.has(path) ? [path] : []));
}
