import type { Diagnostic } from "../../config/index.ts";

/** What was asked for cannot be done as it was asked: a mistake in a file or in the options. Nothing was spent. */
export class OperationError extends Error {
  override name = "OperationError";

  constructor(
    message: string,
    /** Mistakes in files, with their places. */
    readonly diagnostics: readonly Diagnostic[] = [],
  ) {
    super(message);
  }
}

/** Results could no longer be stored after something was asked: a full disk, a limit. What was stored before is whole. */
export class StorageError extends Error {
  override name = "StorageError";
}
