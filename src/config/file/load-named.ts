import { basename, dirname, join } from "node:path";
import type { z } from "zod";
import { FOLDERS } from "../finding/workspace-root.ts";
import { evaluationProfile } from "../schema/campaign/evaluation-profile.ts";
import { runProfile } from "../schema/campaign/run-profile.ts";
import { suite } from "../schema/campaign/suite.ts";
import { tool } from "../schema/case/tool.ts";
import { complainAbout } from "../source/source-file.ts";
import { type LoadedSource, loadSource } from "./load-file.ts";

/** The kinds of file that lie as `configs/<folder>/<id>.yaml` and are referred to by that id. */
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

/** How somebody came to a file: by its id, or by its path, which leads to it whatever it is called. */
export type FoundBy = "id" | "path";

/**
 * Reads a suite or profile. In its conventional folder its id should be its name, else the id leads nowhere: that is a mistake of whoever came by
 * the id, and worth a word to everybody else.
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

/** The id a file declares, also when the file is broken elsewhere. */
export function declaredId({ source }: LoadedSource<unknown>, idField: string): string | undefined {
  const id = (source?.value as Record<string, unknown> | null | undefined)?.[idField];
  return typeof id === "string" && id !== "" ? id : undefined;
}
