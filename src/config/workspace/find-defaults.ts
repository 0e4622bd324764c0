import { join, relative, resolve } from "node:path";
import type { FilesMode } from "../../records/index.ts";
import type { Diagnostic, Loaded } from "../diagnostics/diagnostic.ts";
import { idsIn, isPath } from "../finding/resolve-reference.ts";
import { FOLDERS, findWorkspaceRoot } from "../finding/workspace-root.ts";
import { loadWorkspaceFile } from "./load-workspace-file.ts";

/** Values with alternatives to a flag, and the variable for each. */
const DEFAULT_FIELDS = {
  suite: { variable: "ASSAY_SUITE", folder: FOLDERS.suites },
  run_profile: { variable: "ASSAY_RUN_PROFILE", folder: FOLDERS.runProfiles },
  evaluation_profile: { variable: "ASSAY_EVALUATION_PROFILE", folder: FOLDERS.evaluationProfiles },
  rubric: { variable: "ASSAY_RUBRIC", folder: null },
  batch_spec: { variable: "ASSAY_BATCH_SPEC", folder: null },
} as const;

export type DefaultField = keyof typeof DEFAULT_FIELDS;

interface FoundDefault {
  value: string;
  /** Source to show: `assay.yaml`, `$ASSAY_SUITE`, or `the only one`. */
  from: string;
  /** True if it was chosen only because there is no other. */
  isOnly: boolean;
}

export interface FoundDefaults {
  /** The enclosing workspace, if any. */
  root: string | null;
  defaults: Partial<Record<DefaultField, FoundDefault>>;
  /** Existing ids by field, sorted. */
  ids: Record<DefaultField, string[]>;
  /** A report's outputs, as written after `--output`. */
  output: { written: string[]; from: string } | null;
  /** When files for reading are made. */
  files: { value: FilesMode; from: string } | null;
}

/**
 * Finds values for missing flags: in variables, then assay.yaml, then the only file of a kind. Paths are relative to the file that names
 * them and are returned relative to `from`.
 */
export async function findDefaults({
  from,
  env,
}: {
  from: string;
  env: Record<string, string | undefined>;
}): Promise<Loaded<FoundDefaults>> {
  const root = await findWorkspaceRoot(from);
  const file = root === null ? null : loadWorkspaceFile(root);
  const diagnostics: Diagnostic[] = file?.diagnostics ?? [];
  if (file !== null && file.value === undefined) return { ok: false, diagnostics };
  const found: FoundDefaults = {
    root,
    defaults: {},
    ids: { suite: [], run_profile: [], evaluation_profile: [], rubric: [], batch_spec: [] },
    output: null,
    files: file?.value?.files === undefined ? null : { value: file.value.files, from: file.shown },
  };
  for (const [name, { variable, folder }] of Object.entries(DEFAULT_FIELDS)) {
    const field = name as DefaultField;
    const ids = root === null || folder === null ? [] : idsIn(join(root, folder));
    found.ids[field] = ids;
    const inFile = file?.value?.[field];
    if (env[variable]) found.defaults[field] = { value: env[variable], from: `$${variable}`, isOnly: false };
    else if (inFile !== undefined) {
      const value = folder === null || isPath(inFile) ? pathFrom(from, root!, inFile) : inFile;
      found.defaults[field] = { value, from: file!.shown, isOnly: false };
    } else if (ids.length === 1) found.defaults[field] = { value: ids[0]!, from: "the only one", isOnly: true };
  }
  if (env.ASSAY_OUTPUT) found.output = { written: env.ASSAY_OUTPUT.split(","), from: "$ASSAY_OUTPUT" };
  else if (file?.value?.output) {
    const written = file.value.output.map((entry) =>
      entry.replace(/=(.*)$/s, (_, path) => `=${pathFrom(from, root!, path)}`),
    );
    found.output = { written, from: file.shown };
  }
  return { ok: true, value: found, diagnostics };
}

function pathFrom(from: string, root: string, written: string): string {
  const way = relative(from, resolve(root, written));
  return /[/\\]|\.ya?ml$/.test(way) ? way : `./${way}`;
}
