import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord, packageRoot } from "../../text/index.ts";
import type { ForeignEvaluation } from "./foreign-evaluation.ts";

/** Folder of the hooks in the workspace, from which cases refer to them. */
const HOOK_FOLDER = "hooks/imported";
const FROM_A_CASE = `../../../${HOOK_FOLDER}`;

/** The adapters that Assay ships: each makes the call that the other program would have made, and answers as a hook of Assay does. */
export type HookAdapter = "code.mjs" | "code.py" | "text-metrics.mjs" | "tool-calls.mjs";

export function moduleHookOf(adapter: HookAdapter, words: Record<string, unknown>) {
  return { path: `${FROM_A_CASE}/${adapter}`, callable_name: "check", arguments: words };
}

/** The adapters that cases use, and the user's code that they call. */
export function hookFiles({ tests, hook_files }: ForeignEvaluation): Map<string, string> {
  const files = new Map<string, string>();
  for (const { checks } of tests)
    for (const { module_hook, python_hook } of checks) {
      const hook = module_hook ?? python_hook;
      if (!isRecord(hook) || typeof hook.path !== "string") continue;
      const adapter = hook.path.slice(FROM_A_CASE.length + 1);
      const path = `${HOOK_FOLDER}/${adapter}`;
      if (!files.has(path)) files.set(path, readFileSync(join(packageRoot(), "assets/importing", adapter), "utf8"));
    }
  for (const [path, text] of hook_files) files.set(`${HOOK_FOLDER}/${path}`, text);
  return files;
}
