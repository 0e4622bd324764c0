// `npm run bench [name [part …]] [--against <folder>]`: bundles bench/*.bench.ts and runs each in a process of its own. Limits are ratios
// wherever a machine's speed would otherwise decide them; those to another build are measured beside that build.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { setUpNodePackages } from "./setup.mjs";

/** Benches that can be run by part; they know their parts themselves. */
const DIVIDED = ["campaign", "ways"];
/** A bench ends with this process, however this one ends: the kernel closes the channel between them. */
const ENDS_WITH_US = `process.on("disconnect", () => process.exit(1)); process.channel?.unref();`;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bundled = join(root, ".cache", "bench");
const all = readdirSync(join(root, "bench"))
  .filter((file) => file.endsWith(".bench.ts"))
  .map((file) => file.replace(".bench.ts", ""));
const { values, positionals: words } = parseArgs({ options: { against: { type: "string" } }, allowPositionals: true });
// Without `--` before it npm takes the option for its own, and leaves its folder as the last word.
const asked = values.against ?? (process.env.npm_config_against === "true" ? words.pop() : undefined);
const against = asked && resolve(asked);
if (against && !existsSync(join(against, "dist", "cli.js"))) {
  console.error(
    `${against} holds no build: there is no dist/cli.js in it. Build it there with "node scripts/build.mjs".`,
  );
  process.exit(2);
}
const named = words.filter((word) => all.includes(word));
const parts = words.filter((word) => !all.includes(word));
if (parts.length > 0 && !(named.length === 1 && DIVIDED.includes(named[0]))) {
  console.error(`There is no bench "${parts[0]}"; there are ${all.join(", ")}.`);
  process.exit(2);
}

setUpNodePackages();
const { rolldown } = await import("rolldown");
const built = spawnSync(process.execPath, ["scripts/build.mjs", "--no-types"], { cwd: root, stdio: ["ignore", 2, 2] });
if (built.status !== 0) process.exit(1);
rmSync(bundled, { recursive: true, force: true });

for (const name of named.length > 0 ? named : all) {
  const bundle = await rolldown({
    input: join(root, "bench", `${name}.bench.ts`),
    platform: "node",
    external: (id) => !id.startsWith(".") && !id.startsWith("/"),
  });
  await bundle.write({ file: join(bundled, `${name}.mjs`), format: "esm", codeSplitting: false });
  await bundle.close();
  console.log(`\n${name}`);
  const preload = `--import=data:text/javascript,${encodeURIComponent(ENDS_WITH_US)}`;
  const bench = spawn(process.execPath, [preload, "--expose-gc", join(bundled, `${name}.mjs`), ...parts], {
    cwd: root,
    env: against ? { ...process.env, BENCH_AGAINST: against } : process.env,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  const [status] = await once(bench, "exit");
  if (status !== 0) process.exitCode = status || 1;
}
