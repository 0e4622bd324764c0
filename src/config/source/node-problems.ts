import { type Alias, type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair, visit } from "yaml";
import type { Span } from "../code-frame.ts";

/**
 * What YAML allows and JSON does not: such a file would mean something else, or nothing, once it is stored, hashed or
 * sent. Also aliases that lead nowhere or into themselves.
 */
export function problemsOfNodes(document: Document.Parsed): { message: string; span: Span }[] {
  const problems: { message: string; span: Span }[] = [];
  const report = (node: Node, message: string) =>
    problems.push({ message, span: [node.range?.[0] ?? 0, node.range?.[1] ?? 1] });
  visit(document, {
    Alias(_, alias, ancestors) {
      const target = alias.resolve(document);
      if (target === undefined) report(alias, `no anchor \`&${alias.source}\` stands before this alias`);
      else if (ancestors.includes(target)) report(alias, `the alias \`*${alias.source}\` contains itself`);
    },
    Map(_, map) {
      const seen = new Set<string>();
      for (const { key } of map.items as Pair<Node>[]) {
        const name = keyName(document, key);
        if (name === undefined) report(key, "a key must be plain text");
        // `1` and `"1"` differ in YAML and are the same key everywhere else.
        else if (seen.has(name)) report(key, "this key stands twice in the same mapping; remove one");
        else seen.add(name);
      }
    },
    Scalar(_, { value, source, range }) {
      if (typeof value !== "number") return;
      const span: Span = [range?.[0] ?? 0, range?.[1] ?? 1];
      if (!Number.isFinite(value)) problems.push({ message: `${source} is not a number that JSON knows`, span });
      else if (Number.isInteger(value) && !Number.isSafeInteger(value))
        problems.push({ message: `${source} has more digits than a number keeps; put it in quotes`, span });
    },
  });
  // The parser has already spoken about literal duplicates.
  const known = new Set(document.errors.map(({ pos }) => pos[0]));
  return problems.filter(({ span }) => !known.has(span[0]));
}

function keyName(document: Document.Parsed, key: Node | null): string | undefined {
  const node = isAlias(key) ? (key as Alias).resolve(document) : key;
  if (node === null) return "null";
  if (isMap(node) || isSeq(node) || !isScalar(node)) return undefined;
  return String(node.value);
}
