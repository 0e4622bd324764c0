// `node scripts/written-twice.mjs`, part of `npm run check`: fails when six lines of logic are written twice in src/.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";

const FEWEST_LINES = 6;

/**
 * Finds runs of six lines or more that are written twice: the same to the letter, or the same logic with other names and values.
 *
 * @param {ReadonlyMap<string, string>} files texts by path
 * @returns {string[]} a line for each pair of places
 */
export function writtenTwice(files) {
  const sources = [...files].map(([path, text]) => ({ path, lines: linesOfLogic(text) }));
  const copies = pairsOf(sources, ({ text }) => text, isLogic);
  const renamed = pairsOf(sources, ({ text }) => shapeOf(text), isTellingShape);
  return [...new Set([...copies, ...renamed].map(placeOfPair))];
}

/** Omits imports, declarations of types, comments, and lines of less than two words. */
function linesOfLogic(text) {
  const lines = [];
  let isSkipped = null;
  for (const [index, written] of text.split("\n").entries()) {
    const line = written.trim();
    if (isSkipped !== null) {
      if (isSkipped(written)) isSkipped = null;
      continue;
    }
    if (line.startsWith("/*")) {
      if (!line.includes("*/")) isSkipped = (next) => next.includes("*/");
    } else if (/^(?:import\b|export (?:type )?[{*])/.test(written)) {
      if (!line.endsWith(";")) isSkipped = (next) => next.endsWith(";");
    } else if (/^(?:export )?interface\b/.test(written)) {
      if (!line.endsWith("}")) isSkipped = (next) => next.startsWith("}");
    } else if (/^(?:export )?type \w/.test(written)) {
      if (!line.endsWith(";")) isSkipped = (next) => next.endsWith(";") && !/^\s+(?:readonly )?[\w"$]+\??:/.test(next);
    } else if (!line.startsWith("//") && (line.match(/\w+/g) ?? []).length > 1) {
      lines.push({ number: index + 1, text: line });
    }
  }
  return lines;
}

/** Keywords and globals keep their names, and so do properties; other names and all values are alike. */
function shapeOf(line) {
  return line
    .replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g, "_")
    .replace(/\b\d[\w.]*/g, "_")
    .replace(/(?<![.\w$])[A-Za-z$][\w$]*/g, (word) => (KEPT.has(word) ? word : "x"));
}

const KEPT = new Set(
  "const let if else return for of in while switch case break continue new await async function throw try catch typeof null undefined true false export default yield class this instanceof Math Object Array Set Map JSON Number String Promise Buffer".split(
    " ",
  ),
);

const STATEMENT = /^(?:const|let|if|else|for|while|return|throw|switch|case|await)\b|=>|[^=!<>]=[^=]|\w\(/;

/** Tells logic from tables of data. */
function isLogic(lines) {
  return lines.filter((line) => STATEMENT.test(line)).length * 2 >= lines.length;
}

/** Short shapes look alike everywhere. */
function isTellingShape(lines) {
  const statements = lines.filter((line) =>
    /^(?:const|let|if|else|for|while|return|throw|switch|case)\b|=>|\? |&&|\|\|/.test(line),
  );
  return (
    statements.length >= lines.length - 2 &&
    new Set(lines).size >= lines.length - 1 &&
    lines.join(" ").match(/\w+/g).length >= 30
  );
}

function pairsOf(sources, read, isTelling) {
  const places = new Map();
  for (const source of sources) {
    const texts = source.lines.map(read);
    for (let at = 0; at + FEWEST_LINES <= texts.length; at++) {
      const run = texts.slice(at, at + FEWEST_LINES);
      if (!isTelling(run)) continue;
      const key = run.join("\n");
      places.set(key, [...(places.get(key) ?? []), { source, at }]);
    }
  }
  const pairs = new Map();
  for (const found of places.values())
    for (const [index, first] of found.entries())
      for (const second of found.slice(index + 1)) {
        if (first.source === second.source && second.at - first.at < FEWEST_LINES) continue;
        const key = `${first.source.path} ${second.source.path} ${second.at - first.at}`;
        // Longer runs are found several times, each one line further.
        if (!pairs.has(key)) pairs.set(key, [first, second]);
      }
  return [...pairs.values()];
}

function placeOfPair([first, second]) {
  const place = ({ source, at }) => `${source.path}:${source.lines[at].number}`;
  return `${place(first)} and ${place(second)}`;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const root = join(dirname(dirname(fileURLToPath(import.meta.url))), "src");
  const paths = readdirSync(root, { recursive: true }).filter((path) => /(?<!\.test)\.tsx?$/.test(path));
  const twice = writtenTwice(new Map(paths.sort().map((path) => [path, readFileSync(join(root, path), "utf8")])));
  for (const pair of twice) console.error(`written twice: src/${pair.replace(" and ", " and src/")}`);
  if (twice.length > 0) process.exitCode = 1;
}
