export type { Controls, Remark, Surroundings } from "./controls.ts";
export { OperationError } from "./operation-error.ts";
