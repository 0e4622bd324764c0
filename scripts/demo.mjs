// `npm run demo`: set up if needed, then the main job on the offline gateway. Needs no key and no network after set-up.
import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { setUpNodePackages } from "./setup.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
setUpNodePackages();
const { status } = spawnSync(process.execPath, ["scripts/build.mjs", "--no-types"], {
  cwd: root,
  stdio: ["ignore", 2, 2],
});
if (status !== 0) process.exit(status ?? 1);
spawnSync(process.execPath, ["dist/cli.js", "--help"], { cwd: root, stdio: "inherit" });
