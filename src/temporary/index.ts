export { openOwnedFolder } from "./owned-folder.ts";
export { isOrphan, ownedName, ownedPrefix } from "./owner.ts";
export { isProcessAlive, processStart } from "./process-facts.ts";
export { sweepFolders } from "./sweep.ts";
export { readSystemFile } from "./system-file.ts";
