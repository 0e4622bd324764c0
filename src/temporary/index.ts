export { type OwnedFolder, openOwnedFolder } from "./owned-folder.ts";
export { isOrphan, ownedName } from "./owner.ts";
export { sweepFolders } from "./sweep.ts";
