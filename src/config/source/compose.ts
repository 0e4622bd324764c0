import type { CST, Document, LineCounter } from "yaml";
import { yamlLibrary } from "./yaml-library.ts";

/** Deeper than anyone writes by hand; beyond, the composer's recursion would crash the process. */
const DEEPEST_NESTING = 200;

/** Thrown before composing a text whose nesting would overflow the stack. */
export class NestedTooDeeply extends Error {
  override name = "NestedTooDeeply";
  readonly offset: number;

  constructor(offset: number) {
    super(`nested more than ${DEEPEST_NESTING} levels deep`);
    this.offset = offset;
  }
}

/** Does the same as YAML's `parseDocument`, but checks the nesting between lexing, a loop, and composing, a recursion. */
export function composeDocument(text: string, lines: LineCounter): Document.Parsed {
  const { Composer, Parser, YAMLParseError } = yamlLibrary();
  const parser = new Parser(lines.addNewLine);
  const composer = new Composer({
    version: "1.2",
    merge: true,
    lineCounter: lines,
    prettyErrors: false,
    logLevel: "error",
    // Checking compares all pairs of keys, which takes forever on a large mapping; problemsOfNodes looks them up.
    uniqueKeys: false,
  });
  let document: Document.Parsed | undefined;
  for (const next of composer.compose(notTooDeep(parser.parse(text)), true, text.length)) {
    if (document === undefined) document = next as Document.Parsed;
    else {
      document.errors.push(new YAMLParseError([next.range[0], next.range[1]], "MULTIPLE_DOCS", "several documents"));
      break;
    }
  }
  return document!;
}

function* notTooDeep(tokens: Iterable<CST.Token>): Generator<CST.Token> {
  for (const token of tokens) {
    refuseDeepNesting(token);
    yield token;
  }
}

function refuseDeepNesting(token: CST.Token): void {
  const waiting: { token: CST.Token; depth: number }[] = [{ token, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.depth > DEEPEST_NESTING) throw new NestedTooDeeply(next.token.offset);
    const depth = next.depth + 1;
    if (next.token.type === "document" && next.token.value) waiting.push({ token: next.token.value, depth });
    if (!("items" in next.token)) continue;
    for (const { key, value } of next.token.items) {
      if (key) waiting.push({ token: key, depth });
      if (value) waiting.push({ token: value, depth });
    }
  }
}
