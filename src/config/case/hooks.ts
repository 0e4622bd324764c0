import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { findReferencedFile } from "../finding/referenced-file.ts";
import type { DeterministicCheck } from "../schema/checks/deterministic-check.ts";
import { complainAbout, type SourceFile } from "../source/source-file.ts";

const HOOK_KINDS = [
  { field: "python_hook", extensions: /\.py$/, expected: ".py" },
  { field: "module_hook", extensions: /\.[cm]?[jt]s$/, expected: ".js, .mjs, .cjs, .ts, .mts or .cts" },
] as const;

/** Checks that hook files exist. They run later, in the sandbox. */
export function findHooks(checks: readonly DeterministicCheck[], source: SourceFile, root: string): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const [index, check] of checks.entries()) {
    for (const { field, extensions, expected } of HOOK_KINDS) {
      const written = check[field]?.path;
      if (written === undefined) continue;
      const path = ["deterministic_checks", index, field, "path"];
      const found = findReferencedFile(written, { beside: source.path, root, what: "the hook file" });
      if (!found.ok) diagnostics.push(complainAbout(source, { path, ...found }));
      else if (!extensions.test(written)) {
        const message = `expected a file ending in ${expected}, found ${JSON.stringify(written)}`;
        diagnostics.push(complainAbout(source, { path, message, expected, found: JSON.stringify(written) }));
      }
    }
  }
  return diagnostics;
}
