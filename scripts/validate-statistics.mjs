// `npm run validate-statistics [table …] [-- --write]`: simulates campaigns whose truth is known and counts how often what we print about them
// is right. Some minutes; the same digits every time. Fails when a table leaves its band; `--write` puts the tables into docs/statistics.md.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { setUpNodePackages } from "./setup.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
setUpNodePackages();
const { rolldown } = await import("rolldown");
const bundle = await rolldown({
  input: join(root, "test/statistics/validation/validate.ts"),
  platform: "node",
  external: (id) => !id.startsWith(".") && !id.startsWith("/"),
});
const file = join(root, ".cache", "validate-statistics", "validate.mjs");
await bundle.write({ file, format: "esm", codeSplitting: false });
await bundle.close();
const { FULL_EFFORT, simulateTables, TABLES, tableMarkdown } = await import(pathToFileURL(file).href);

const words = process.argv.slice(2);
const named = words.filter((word) => word !== "--write");
const unknown = named.find((word) => !(word in TABLES));
if (unknown !== undefined) {
  console.error(`There is no table "${unknown}"; there are ${Object.keys(TABLES).join(", ")}.`);
  process.exit(2);
}

const problems = [];
const progress = showProgress();
for (const name of named.length > 0 ? named : Object.keys(TABLES)) {
  const [table] = simulateTables(FULL_EFFORT, progress, [name]);
  console.log(`\n${name}\n\n${tableMarkdown(table)}`);
  if (words.includes("--write")) writeTable(table);
  problems.push(...table.problems);
}
if (problems.length > 0) {
  console.error(`\n${problems.length} out of their bands:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
  process.exitCode = 1;
} else console.log("\nAll within their bands.");

function showProgress() {
  const start = Date.now();
  return (what) => {
    const line = `${String(Math.round((Date.now() - start) / 1000)).padStart(4)} s  ${what}`;
    process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${line}` : `${line}\n`);
  };
}

/** Between `<!-- simulated: name -->` and `<!-- end of simulated -->`. */
function writeTable(table) {
  const path = join(root, "docs", "statistics.md");
  const page = readFileSync(path, "utf8");
  const start = `<!-- simulated: ${table.name} -->`;
  const from = page.indexOf(start);
  const to = page.indexOf("<!-- end of simulated -->", from);
  if (from < 0 || to < 0) throw new Error(`docs/statistics.md has no place for the table "${table.name}": ${start}`);
  writeFileSync(path, `${page.slice(0, from + start.length)}\n\n${tableMarkdown(table)}\n\n${page.slice(to)}`);
}
