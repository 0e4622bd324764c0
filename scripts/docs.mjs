// `npm run docs`: writes the pages and files that are made from the program: docs/configuration.md, docs/cli.md and JSON Schemas.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { setUpNodePackages } from "./setup.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
setUpNodePackages();
const { rolldown } = await import("rolldown");

const { generatedFiles } = await load("scripts/docs/generated-files.ts");
const { commandReference } = await load("scripts/docs/command-reference.ts");
for (const [path, text] of [...(await generatedFiles(root)), ["docs/cli.md", await commandReference()]]) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  console.error(`docs: ${path}`);
}

/** A module in TypeScript, bundled so that this Node can import it whatever its version. */
async function load(path) {
  const bundle = await rolldown({
    input: join(root, path),
    platform: "node",
    external: (id) => !id.startsWith(".") && !id.startsWith("/"),
  });
  const folder = join(root, ".cache", "docs", path.replaceAll("/", "-"));
  const { output } = await bundle.write({ dir: folder, format: "esm", entryFileNames: "entry.mjs" });
  await bundle.close();
  return import(pathToFileURL(join(folder, output[0].fileName)).href);
}
