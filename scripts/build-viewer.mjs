// dist/viewer/: the page of `assay view`, as one classic script and one style sheet, so that it also opens from file://, where browsers load no
// modules.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const page = join(root, "src/viewer/page");

/** Later sheets may change what earlier ones say. */
const STYLES = ["tokens", "base", "tables", "charts", "campaign", "trial", "compare", "named", "label", "media"];

export async function buildViewer() {
  const { rolldown } = await import("rolldown");
  const bundle = await rolldown({
    input: join(page, "main.tsx"),
    platform: "browser",
    transform: { target: "es2022" },
  });
  await bundle.write({ file: join(root, "dist/viewer/assay.js"), format: "iife", minify: true });
  await bundle.close();
  mkdirSync(join(root, "dist/viewer"), { recursive: true });
  writeFileSync(join(root, "dist/viewer/assay.css"), styleSheet());
}

/** One sheet. The dark variables apply if chosen, or if the system is dark. */
function styleSheet() {
  const text = STYLES.map((name) => readFileSync(join(page, "style", `${name}.css`), "utf8")).join("\n");
  const [, dark] = /:root\[data-theme="dark"\] (\{[^}]*\})/.exec(text);
  const bySystem = `@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) ${dark} }`;
  return `${text}\n${bySystem}\n`
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .replace(/\s*([{};])\s*/g, "$1")
    .trim();
}
