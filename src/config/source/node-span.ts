import type { Document, Node, Pair, YAMLMap } from "yaml";
import type { Span } from "../diagnostics/code-frame.ts";
import type { FieldPath } from "../diagnostics/diagnostic.ts";
import { yamlLibrary } from "./yaml-library.ts";

/** Locates a field in the text; for a missing field, its nearest existing parent. */
export function spanOf(document: Document.Parsed, path: FieldPath, at: "key" | "value"): Span {
  const { isAlias, isMap, isScalar, isSeq } = yamlLibrary();
  let node = document.contents as Node | null;
  let span = rangeOf(node);
  for (const [depth, key] of path.entries()) {
    const parent = isAlias(node) ? (node.resolve(document) ?? null) : node;
    if (typeof key === "number") {
      if (!isSeq(parent) || parent.items[key] === undefined) return span;
      node = parent.items[key] as Node;
    } else {
      const pair = isMap(parent) ? pairOf(document, parent, key) : undefined;
      if (pair === undefined) return depth === 0 ? firstCharacter(span) : span;
      if (at === "key" && depth === path.length - 1) return rangeOf(pair.key);
      node = pair.value;
      // An empty value is invisible, so point to its key.
      if (node === null || (isScalar(node) && node.value === null && !node.source)) {
        span = rangeOf(pair.key);
        continue;
      }
    }
    span = rangeOf(node);
  }
  return span;
}

/** Finds a key in a mapping, including those merged with `<<`. */
function pairOf(document: Document.Parsed, map: YAMLMap, key: string): Pair<Node, Node | null> | undefined {
  const { isAlias, isMap, isScalar, isSeq } = yamlLibrary();
  const pairs = map.items as Pair<Node, Node | null>[];
  const own = pairs.find((pair) => isScalar(pair.key) && String(pair.key.value) === key);
  if (own) return own;
  for (const pair of pairs) {
    if (!isScalar(pair.key) || String(pair.key.source ?? pair.key.value) !== "<<") continue;
    const merged = isSeq(pair.value) ? (pair.value.items as Node[]) : [pair.value];
    for (const candidate of merged) {
      const target = isAlias(candidate) ? candidate.resolve(document) : candidate;
      const found = isMap(target) ? pairOf(document, target, key) : undefined;
      if (found) return found;
    }
  }
  return undefined;
}

function rangeOf(node: unknown): Span {
  const range = (node as Node | null)?.range;
  return range ? [range[0], range[1]] : [0, 1];
}

function firstCharacter([start]: Span): Span {
  return [start, start + 1];
}
