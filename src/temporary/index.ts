export { type OwnedFolder, openOwnedFolder } from "./owned-folder.ts";
export { isOrphan, ownedName, ownedPrefix } from "./owner.ts";
export { sweepFolders } from "./sweep.ts";
