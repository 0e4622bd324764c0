// `npm run docs`: writes what is made from the schemas, docs/configuration.md first among it.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { setUpNodePackages } from "./setup.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
setUpNodePackages();
const { rolldown } = await import("rolldown");
const bundle = await rolldown({
  input: join(root, "src/config/reference/generated-files.ts"),
  platform: "node",
  external: (id) => !id.startsWith(".") && !id.startsWith("/"),
});
const file = join(root, ".cache", "docs", "generated-files.mjs");
await bundle.write({ file, format: "esm", codeSplitting: false });
await bundle.close();

const { generatedFiles } = await import(pathToFileURL(file).href);
for (const [path, text] of await generatedFiles(root)) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  console.error(`docs: ${path}`);
}
