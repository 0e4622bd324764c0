export { askClient, type ContainerClient, findClients } from "./client.ts";
export type { ContainerEnding } from "./ending.ts";
export { type FoundImage, findImage, type ImageChoice, type ImageRequest } from "./find-image.ts";
export { lastLine } from "./last-line.ts";
export {
  type ContainerOpening,
  openContainer,
} from "./open-container.ts";
export { runContainer } from "./run-container.ts";
export { ownUserInside, type UserInside } from "./user-inside.ts";
