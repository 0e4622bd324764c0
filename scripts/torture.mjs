// `npm run torture [name …]`: bundles test/torture/main.ts and runs it. `npm test` runs a fast sample of the same.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { setUpNodePackages } from "./setup.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bundled = join(root, ".cache", "torture", "main.mjs");

setUpNodePackages();
const built = spawnSync(process.execPath, ["scripts/build.mjs", "--no-types"], { cwd: root, stdio: ["ignore", 2, 2] });
if (built.status !== 0) process.exit(1);
const { rolldown } = await import("rolldown");
const bundle = await rolldown({
  input: join(root, "test", "torture", "main.ts"),
  platform: "node",
  external: (id) => !id.startsWith(".") && !id.startsWith("/"),
});
await bundle.write({ file: bundled, format: "esm", codeSplitting: false });
await bundle.close();
const torture = spawn(process.execPath, [bundled, ...process.argv.slice(2)], { cwd: root, stdio: "inherit" });
const [status] = await once(torture, "exit");
process.exitCode = status ?? 1;
