import { basename, dirname, join } from "node:path";
import type { z } from "zod";
import { FOLDERS } from "../finding/workspace-root.ts";
import { evaluationProfile } from "../schema/campaign/evaluation-profile.ts";
import { runProfile } from "../schema/campaign/run-profile.ts";
import { suite } from "../schema/campaign/suite.ts";
import { tool } from "../schema/case/tool.ts";
import { complainAbout } from "../source/source-file.ts";
import { type LoadedSource, loadSource } from "./load-file.ts";

/** Kinds of files at `configs/<folder>/<id>.yaml`, referred to by that id. */
export const NAMED_KINDS = {
  suite: { what: "suite", folder: FOLDERS.suites, idField: "suite_id", schema: suite },
  runProfile: { what: "run profile", folder: FOLDERS.runProfiles, idField: "run_profile_id", schema: runProfile },
  evaluationProfile: {
    what: "evaluation profile",
    folder: FOLDERS.evaluationProfiles,
    idField: "evaluation_profile_id",
    schema: evaluationProfile,
  },
  tool: { what: "tool", folder: FOLDERS.tools, idField: "tool_id", schema: tool },
} as const;

interface NamedKind<Schema extends z.ZodType> {
  folder: string;
  idField: string;
  schema: Schema;
}

/** Way a file was referred to: by id, or by path, which works whatever the file is called. */
export type FoundBy = "id" | "path";

/**
 * Reads a suite or profile. In its conventional folder the file's name must be its id for the id to work: an error if it was found by id,
 * and otherwise a warning.
 */
export function loadNamed<Schema extends z.ZodType>(
  path: string,
  root: string,
  { folder, idField, schema }: NamedKind<Schema>,
  foundBy: FoundBy = "id",
): LoadedSource<z.output<Schema>> {
  const loaded = loadSource(path, schema, root);
  const id = declaredId(loaded, idField);
  const name = basename(path).replace(/\.ya?ml$/, "");
  if (loaded.source === undefined || id === undefined || id === name) return loaded;
  if (dirname(path) !== join(root, folder)) return loaded;
  if (loaded.diagnostics.some(({ field }) => field === idField)) return loaded;
  const [wanted, declared] = [JSON.stringify(name), JSON.stringify(id)];
  const complaint = complainAbout(loaded.source, {
    path: [idField],
    expected: wanted,
    found: declared,
    ...(foundBy === "path"
      ? {
          severity: "warning" as const,
          message: `does not match its file's name, so it can only be given by its path; we prefer ${wanted} here, or a file called ${id}.yaml`,
        }
      : {
          message: `must match its file's name, by which it is looked up; expected ${wanted}, found ${declared}`,
          suggestion: `Give the file by its path, or rename it ${id}.yaml`,
        }),
  });
  const diagnostics = [...loaded.diagnostics, complaint];
  return foundBy === "path" ? { ...loaded, diagnostics } : { source: loaded.source, diagnostics };
}

/** Returns the id that a file declares, even if it is broken elsewhere. */
export function declaredId({ source }: LoadedSource<unknown>, idField: string): string | undefined {
  const id = (source?.value as Record<string, unknown> | null | undefined)?.[idField];
  return typeof id === "string" && id !== "" ? id : undefined;
}
