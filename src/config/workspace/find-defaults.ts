import { join, relative, resolve } from "node:path";
import type { Diagnostic, Loaded } from "../diagnostics/diagnostic.ts";
import { idsIn, isPath } from "../finding/resolve-reference.ts";
import { FOLDERS, findWorkspaceRoot } from "../finding/workspace-root.ts";
import { loadWorkspaceFile } from "./load-workspace-file.ts";

/** What a command may be told by something else than a flag, with the variable that says it. */
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
  /** For people: `assay.yaml`, `$ASSAY_SUITE`, or `the only one`. */
  from: string;
  /** Whether nobody named it: it is taken because nothing else is there. */
  isOnly: boolean;
}

export interface FoundDefaults {
  /** The workspace around; null where there is none. */
  root: string | null;
  defaults: Partial<Record<DefaultField, FoundDefault>>;
  /** What could be named, by field: the ids that are there, sorted. */
  ids: Record<DefaultField, string[]>;
  /** The outputs of a report, as they would be written behind `--output`. */
  output: { written: string[]; from: string } | null;
}

/**
 * What stands in for flags that were not given: a variable first, then assay.yaml, then the only file of its kind. Values that are paths
 * start at the file that names them, and come back as somebody in `from` would write them.
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
