import type { Document, Node, Pair } from "yaml";
import type { Span } from "../diagnostics/code-frame.ts";
import { yamlLibrary } from "./yaml-library.ts";

/** Finds what YAML allows but JSON does not, and so would be lost when stored, hashed or sent; also aliases to nothing or to themselves. */
export function problemsOfNodes(document: Document.Parsed): { message: string; span: Span }[] {
  const { visit } = yamlLibrary();
  const problems: { message: string; span: Span }[] = [];
  const report = (node: Pick<Node, "range">, message: string) =>
    problems.push({ message, span: [node.range?.[0] ?? 0, node.range?.[1] ?? 1] });
  // Collected in document order: the library searches the whole document for each alias.
  const anchors = new Map<string, Node>();
  visit(document, {
    Alias(_, alias, ancestors) {
      const target = anchors.get(alias.source);
      if (target === undefined) report(alias, `no anchor \`&${alias.source}\` comes before this alias`);
      else if (ancestors.includes(target)) report(alias, `the alias \`*${alias.source}\` contains itself`);
    },
    Map(_, map) {
      if (map.anchor) anchors.set(map.anchor, map);
      const seen = new Set<string>();
      for (const { key } of map.items as Pair<Node | null>[]) {
        const name = keyName(key, anchors);
        if (name === undefined) report(key!, bracedName(key!) ?? "a key must be plain text");
        // `1` and `"1"` are different keys only in YAML.
        else if (seen.has(name)) report(key!, "this key appears twice in the same mapping; remove one");
        else seen.add(name);
      }
    },
    Seq(_, list) {
      if (list.anchor) anchors.set(list.anchor, list);
    },
    Scalar(_, scalar) {
      const { value, source, anchor } = scalar;
      if (anchor) anchors.set(anchor, scalar);
      if (typeof value !== "number") return;
      if (!Number.isFinite(value)) report(scalar, `${source} is not a number in JSON`);
      else if (Number.isInteger(value) && !Number.isSafeInteger(value))
        report(scalar, `${source} has more digits than a number keeps; put it in quotes`);
    },
  });
  return problems;
}

/** Detects an unquoted `{{name}}`, which YAML reads as nested mappings. */
function bracedName(key: Node): string | undefined {
  const { isMap, isScalar } = yamlLibrary();
  const [only] = isMap(key) && key.items.length === 1 ? (key.items as Pair<Node | null, Node | null>[]) : [];
  if (only === undefined || only.value !== null || !isScalar(only.key)) return undefined;
  return `a text that begins with braces needs quotes: "{{${String(only.key.value)}}}"`;
}

function keyName(key: Node | null, anchors: ReadonlyMap<string, Node>): string | undefined {
  const { isAlias, isScalar } = yamlLibrary();
  const node = isAlias(key) ? anchors.get(key.source) : key;
  if (node === null) return "null";
  return isScalar(node) ? String(node.value) : undefined;
}
