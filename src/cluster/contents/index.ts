export { type ContentCache, openContentCache } from "./content-cache.ts";
export { type ContentStore, openContents } from "./content-store.ts";
export { type PutFile, packTree, putFiles } from "./pack-tree.ts";
export { openRoomKeeper, type RoomKeeper } from "./room.ts";
