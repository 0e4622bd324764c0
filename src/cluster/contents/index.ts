export { type ContentCache, openContentCache } from "./content-cache.ts";
export { type ContentStore, openContents } from "./content-store.ts";
export { type FetchContent, type PackedEntry, type PutFile, packTree, putFiles, unpackTree } from "./packed-tree.ts";
export { isOutOfMemory, openRoomKeeper, type RoomKeeper } from "./room.ts";
