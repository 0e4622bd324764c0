// `npm run bench [name …]`: bundles bench/*.bench.ts and runs each in a process of its own. Figures are ratios wherever
// a machine's speed would otherwise decide them.
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { setUpNodePackages } from "./setup.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bundled = join(root, ".cache", "bench");
setUpNodePackages();
const { rolldown } = await import("rolldown");
spawnSync(process.execPath, ["scripts/build.mjs", "--no-types"], { cwd: root, stdio: ["ignore", 2, 2] });
rmSync(bundled, { recursive: true, force: true });

const wanted = process.argv.slice(2);
const names = readdirSync(join(root, "bench"))
  .filter((file) => file.endsWith(".bench.ts"))
  .map((file) => file.replace(".bench.ts", ""))
  .filter((name) => wanted.length === 0 || wanted.includes(name));
for (const name of names) {
  const bundle = await rolldown({
    input: join(root, "bench", `${name}.bench.ts`),
    platform: "node",
    external: (id) => !id.startsWith(".") && !id.startsWith("/"),
  });
  await bundle.write({ file: join(bundled, `${name}.mjs`), format: "esm", codeSplitting: false });
  await bundle.close();
  console.log(`\n${name}`);
  const { status } = spawnSync(process.execPath, ["--expose-gc", join(bundled, `${name}.mjs`)], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exitCode = 1;
}
