// The declarations of the library in one file: what it exports, what that mentions, and nothing else. The compiler emits a file for every
// source file, and following their doors leads to every schema and to the types of every dependency, all of which a program that imports
// Assay would have to check. Bundlers of declarations need the compiler's JavaScript interface, which TypeScript 7 does not have, or a newer
// Node than ours; what the compiler emits is so regular that it can be taken apart by lines.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** One file of declarations for an entry and all it reaches, as text. */
export function bundleDeclarations(entry) {
  const files = new Map();
  const read = (path) => {
    if (!files.has(path)) files.set(path, readDeclarations(path));
    return files.get(path);
  };
  /** Declarations by name, in the order in which they were reached. */
  const bundled = new Map();
  const fromPackages = new Map();

  /** The meaning of a name in a file: a declaration, a namespace, or a part of a package. */
  function find(path, name) {
    if (!path.startsWith("/")) return { package: path, name };
    const { declarations, links, stars } = read(path);
    if (declarations.has(name)) return { path, name };
    const link = links.get(name);
    if (link) return link.name === "*" ? { namespace: link.path } : find(link.path, link.name);
    return stars.map((star) => find(star, name)).find(Boolean);
  }

  /** Takes in what was found, once, with everything it mentions. */
  function include(found) {
    if (found.package) {
      fromPackages.set(found.package, (fromPackages.get(found.package) ?? new Set()).add(found.name));
      return found.name;
    }
    const { path, name } = found;
    const there = bundled.get(name);
    if (there && there.path !== path)
      throw new Error(`two declarations are called ${name}: in ${there.path} and ${path}`);
    if (!there) {
      const declaration = { path, text: "" };
      bundled.set(name, declaration);
      declaration.text = withoutImports(commentOfLoaded(path, name) + read(path).declarations.get(name), path);
    }
    return name;
  }

  /** The comment on the function that a lazy operation loads: docs are written once, at the function. Empty for everything else. */
  function commentOfLoaded(path, name) {
    const from = read(path).loaded.get(name);
    return from === undefined ? "" : read(from).comments.get(name);
  }

  /** A declaration in which every name means something of the bundle. */
  function withoutImports(text, path) {
    return text.replace(MENTION, (whole, from, imported, name, member) => {
      if (from) return include(find(locate(path, from), imported));
      const found = name && find(path, name);
      if (!found) return whole;
      if (found.namespace) return include(find(found.namespace, member));
      return include(found) + (member ? `.${member}` : "");
    });
  }

  function exportsOf(path) {
    const { exported, stars } = read(path);
    return [...exported, ...stars.flatMap(exportsOf)];
  }

  const doors = exportsOf(entry).map((name) => {
    const found = find(entry, name);
    if (!found.namespace) return include(found) === name ? name : `${found.name} as ${name}`;
    const members = exportsOf(found.namespace).map((member) => include(find(found.namespace, member)));
    bundled.set(name, { path: entry, text: `declare namespace ${name} {\n    export { ${members.join(", ")} };\n}\n` });
    return name;
  });
  return [
    ...[...fromPackages].map(([from, names]) => `import type { ${[...names].join(", ")} } from "${from}";\n`),
    ...[...bundled.values()].map(({ text }) => text),
    `export { ${doors.join(", ")} };\n`,
  ].join("");
}

/** A file's declarations by name, where its other names come from, and which of them it exports. */
function readDeclarations(path) {
  const file = { declarations: new Map(), comments: new Map(), links: new Map(), stars: [], exported: [] };
  file.loaded = loadedBy(path);
  for (const { comment, code } of statementsOf(readFileSync(path, "utf8"))) {
    const [, from] = / from "([^"]+)";\s*$/.exec(code) ?? [];
    const [, isExported, name] = DECLARATION.exec(code) ?? [];
    if (from) readLinks(file, code, locate(path, from));
    else if (name) {
      const earlier = file.declarations.get(name) ?? "";
      file.comments.set(name, comment);
      file.declarations.set(name, `${earlier}${comment}${code.replace(/^export /, "")}`);
      if (isExported && earlier === "") file.exported.push(name);
    }
  }
  return file;
}

/** The origin of a file's lazy operations. Only the source has it; declarations have no calls. */
function loadedBy(path) {
  const source = readFileSync(path.replace("/dist/types/", "/src/").replace(/\.d\.ts$/, ".ts"), "utf8");
  return new Map([...source.matchAll(LAZY_OPERATION)].map(([, name, from]) => [name, locate(path, from)]));
}

/** Every statement begins at the start of a line, and so does the comment before it. */
function statementsOf(text) {
  const statements = [];
  let comment = "";
  for (const part of text.split(/^(?=(?:export|import|declare|interface|type) |\/\*\*)/m)) {
    const [, spoken, code] = /^(\/\*\*[\s\S]*?\*\/\n)?([\s\S]*)$/.exec(part);
    // Members of a union begin at the start of a line too; a comment on one of them is in the middle of its statement.
    if (spoken && code !== "") statements.at(-1).code += part;
    else if (spoken) comment = spoken;
    else {
      statements.push({ comment, code });
      comment = "";
    }
  }
  return statements;
}

/** `import { a, type b as c } from`, `export * from`, `export * as d from` … */
function readLinks(file, statement, path) {
  const isExport = statement.startsWith("export");
  const [, namespace] = /\* as (\w+)/.exec(statement) ?? [];
  const [, list = ""] = /\{([^}]*)\}/.exec(statement) ?? [];
  if (isExport && /^export (?:type )?\* from/.test(statement)) file.stars.push(path);
  const names = list.split(",").map((word) => word.trim().replace(/^type /, ""));
  const links = names.filter(Boolean).map((word) => word.split(" as "));
  for (const [name, alias = name] of [...links, ...(namespace ? [["*", namespace]] : [])]) {
    file.links.set(alias, { path, name });
    if (isExport) file.exported.push(alias);
  }
}

function locate(path, from) {
  return from.startsWith(".") ? join(dirname(path), from.replace(/\.[jt]s$/, ".d.ts")) : from;
}

const DECLARATION = /^(export )?(?:declare )?(?:abstract )?(?:interface|type|function|const|class|enum) (\w+)/;
const LAZY_OPERATION = /^export const (\w+) = lazyOperation\(\s*async \(\) => \(await import\("([^"]+)"\)\)\.\1\b/gm;
/** Comments and texts are passed over; so are members of something, keys of fields and names of parameters. */
const MENTION = new RegExp(
  [
    String.raw`/\*\*[\s\S]*?\*/`,
    String.raw`import\("([^"]+)"\)\.(\w+)`,
    String.raw`"(?:[^"\\\n]|\\.)*"`,
    String.raw`(?<![\w$.])([A-Za-z_$][\w$]*)(?![\w$]|\??:)(?:\.([A-Za-z_$][\w$]*))?`,
  ].join("|"),
  "g",
);
