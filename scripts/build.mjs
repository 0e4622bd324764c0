// dist/: the CLI and the library, bundled from src/ with lazy parts in chunks of their own, and the declarations
// of the library in one file.
import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildViewer } from "./build-viewer.mjs";
import { setUpNodePackages } from "./setup.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
setUpNodePackages();
const { rolldown } = await import("rolldown");
const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
// Bundles everything that is not a dependency of the package, without unused code: zod alone is more than a hundred files, and
// Node opens all of them at once, which a process with few file descriptors does not survive.
const external = (id) =>
  id.startsWith("node:") || Object.keys(dependencies).some((name) => id === name || id.startsWith(`${name}/`));

rmSync(join(root, "dist"), { recursive: true, force: true });
const bundle = await rolldown({
  input: { cli: join(root, "src/cli/main.ts"), index: join(root, "src/index.ts") },
  platform: "node",
  external,
});
await bundle.write({
  dir: join(root, "dist"),
  format: "esm",
  chunkFileNames: "chunks/[name]-[hash].js",
  sourcemap: true,
});
await bundle.close();
await buildViewer();
chmodSync(join(root, "dist/cli.js"), 0o755);
writeFileSync(
  join(root, "dist/third-party-licenses.txt"),
  ["zod", "preact", "@preact/signals", "hyparquet", "hyparquet-writer"]
    .map((name) => `${name}\n\n${readFileSync(join(root, "node_modules", name, "LICENSE"), "utf8")}`)
    .join("\n\n"),
);

if (!process.argv.includes("--no-types")) {
  const { bundleDeclarations } = await import("./declarations.mjs");
  const emitted = join(root, "dist/types");
  const { status } = spawnSync(join(root, "node_modules/.bin/tsc"), ["-p", "tsconfig.types.json"], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(1);
  writeFileSync(join(root, "dist/index.d.ts"), bundleDeclarations(join(emitted, "index.d.ts")));
  rmSync(emitted, { recursive: true });
}
