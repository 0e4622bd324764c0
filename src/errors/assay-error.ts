import type { Diagnostic } from "../config/index.ts";

/** Marks an error as ours for other copies of the package too, whose classes `instanceof` does not know. */
export const ERROR_MARK = Symbol.for("assay.error");

/** An error for programs: `code` and `data` stay the same between versions. The sentence is for people and may change. */
export abstract class AssayError<Data extends object = object> extends Error {
  abstract readonly code: string;

  constructor(
    message: string,
    readonly data: Readonly<Data>,
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.name = new.target.name;
    Object.defineProperty(this, ERROR_MARK, { value: true });
  }
}

/** Refuses what was asked for. Nothing was spent. */
export abstract class OperationError<Data extends object = object> extends AssayError<Data> {
  /** Mistakes in files, with their places; only a `ConfigError` has any. */
  get diagnostics(): readonly Diagnostic[] {
    return [];
  }
}
