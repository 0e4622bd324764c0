import type { Diagnostic } from "../config/index.ts";
import { AssayError, OperationError } from "./assay-error.ts";

/** Configuration files have mistakes. */
export class ConfigError extends OperationError<{ diagnostics: readonly Diagnostic[] }> {
  readonly code = "config";

  constructor(message: string, diagnostics: readonly Diagnostic[]) {
    super(message, { diagnostics });
  }

  override get diagnostics(): readonly Diagnostic[] {
    return this.data.diagnostics;
  }
}

/** An option is missing, has a value that it cannot have, or contradicts another one. */
export class OptionError extends OperationError<{ option: string }> {
  readonly code = "option";

  constructor(message: string, option: string) {
    super(message, { option });
  }
}

/** A folder is in no workspace: neither it nor one above it has configs/. */
export class NoWorkspaceError extends OperationError<{ folder: string }> {
  readonly code = "no_workspace";
}

/** A folder is no store. */
export class NoStoreError extends OperationError<{ folder: string }> {
  readonly code = "no_store";
}

/** A name belongs to nothing there is. */
export class UnknownNameError extends OperationError<{ kind: string; name: string; known: readonly string[] }> {
  readonly code = "unknown_name";
}

/** A name belongs to several things, or is left out where there are several. */
export class AmbiguousNameError extends OperationError<{
  kind: string;
  name: string | null;
  candidates: readonly string[];
}> {
  readonly code = "ambiguous_name";
}

/** The results that are needed are not stored yet. */
export class NothingStoredError extends OperationError<{ campaign: string | null }> {
  readonly code = "nothing_stored";
}

/** Files and options together leave nothing to work on. */
export class NothingSelectedError extends OperationError<{ from: string }> {
  readonly code = "nothing_selected";
}

/** Two results cannot be compared. */
export class NotComparableError extends OperationError<{ base: string; candidate: string }> {
  readonly code = "not_comparable";
}

/** Another process is at work on the same results. */
export class LockedError extends OperationError<{ pid: number | null; host: string | null }> {
  readonly code = "locked";
}

/** This machine lacks what the work needs: keys, endpoints, tools, images, a sandbox. */
export class NotReadyError extends OperationError<{ problems: readonly string[] }> {
  readonly code = "not_ready";

  constructor(problems: readonly string[]) {
    super(problems.join("\n"), { problems });
  }
}

/** A file or stream given as input is missing, unreadable or not what it should be. */
export class InputError extends OperationError<{ path: string | null }> {
  readonly code = "input";
}

/** A result cannot be written where it should go, because something else is there. */
export class OutputPathError extends OperationError<{ path: string }> {
  readonly code = "output_path";
}

/** A stored result is damaged. */
export class DamagedError extends OperationError<{ path: string }> {
  readonly code = "damaged";
}

/** A plan of labels has this name and was drawn in another way. */
export class PlanConflictError extends OperationError<{ plan: string }> {
  readonly code = "plan_conflict";
}

/** A cost limit left a result unfinished that is worth nothing in part. What was paid for is stored. */
export class CostLimitError extends OperationError<{ maxCostUsd: number | null }> {
  readonly code = "cost_limit";
}

/** The caller aborted before anything was asked. */
export class InterruptedError extends OperationError {
  readonly code = "interrupted";
}

/** Redis cannot be used. */
export class RedisError extends OperationError<{ redis: string | null }> {
  readonly code = "redis";
}

/** Something from elsewhere holds what a store, a pack or a result must not hold. */
export class RefusedBytesError extends OperationError<{ path: string }> {
  readonly code = "refused_bytes";
}

/** Results cannot be stored. Nothing was asked yet. */
export class StoreNotWritableError extends OperationError<{ outputs: string }> {
  readonly code = "store_not_writable";
}

/** Results can no longer be stored after something was asked: a full disk, a limit. What was stored before is whole. */
export class StorageError extends AssayError<{ outputs: string }> {
  readonly code = "storage";
}

/** Every error that Assay throws on purpose. */
export type KnownError =
  | ConfigError
  | OptionError
  | NoWorkspaceError
  | NoStoreError
  | UnknownNameError
  | AmbiguousNameError
  | NothingStoredError
  | NothingSelectedError
  | NotComparableError
  | LockedError
  | NotReadyError
  | InputError
  | OutputPathError
  | DamagedError
  | PlanConflictError
  | CostLimitError
  | InterruptedError
  | RedisError
  | RefusedBytesError
  | StoreNotWritableError
  | StorageError;
