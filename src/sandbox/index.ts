export { chooseSandbox, trySandboxes } from "./choose-sandbox.ts";
export {
  askClient,
  type ContainerClient,
  type ContainerEnding,
  type ContainerOpening,
  type FoundImage,
  findClients,
  findImage,
  type ImageChoice,
  type ImageRequest,
  lastLine,
  openContainer,
  ownUserInside,
  runContainer,
} from "./containers/index.ts";
export { guaranteesOf } from "./guarantees.ts";
export { hasOwnView, INSIDE_TMP, INSIDE_WORKSPACE, PATH_INSIDE } from "./layout.ts";
export { onPath, type ProcessResult, type ProgramStreams, succeeded, supervise } from "./processes/index.ts";
export * from "./trial-files.ts";
export type * from "./types.ts";
