export { AssayError, OperationError } from "./assay-error.ts";
export { type AssayErrorCode, type AssayErrorOf, isAssayError } from "./is-assay-error.ts";
export * from "./kinds.ts";
