/** A process with temporary folders of its own, ended by its parent. */
import { writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { openOwnedFolder } from "../../src/files/temporary/owned-folder.ts";
import { openMemoryStore } from "../../src/index.ts";

openMemoryStore();
const { path } = openOwnedFolder("hook");
writeFileSync(join(path, "file"), "");
process.on("SIGUSR2", () => {
  throw new Error("an exception that nobody catches");
});
setInterval(() => {}, 1000);
writeSync(1, "started\n");
