import { ERROR_MARK } from "./assay-error.ts";
import type { KnownError } from "./kinds.ts";

/** The codes of all errors. */
export type AssayErrorCode = KnownError["code"];
/** The error that has a code. */
export type AssayErrorOf<Code extends AssayErrorCode> = Extract<KnownError, { code: Code }>;

/**
 * Recognizes an error that Assay threw on purpose, also one of another copy of the package; with a code, an error of that kind.
 *
 * @example
 * const stored = await report({ suite: "nowhere", runProfile: "r", evaluationProfile: "e" }).catch((error) => {
 *   if (isAssayError(error, "config")) return error.data.diagnostics;
 *   throw error;
 * });
 * console.log(stored);
 */
export function isAssayError<Code extends AssayErrorCode = AssayErrorCode>(
  error: unknown,
  code?: Code,
): error is AssayErrorOf<Code> {
  if (typeof error !== "object" || error === null || !(ERROR_MARK in error)) return false;
  return code === undefined || (error as { code?: unknown }).code === code;
}
