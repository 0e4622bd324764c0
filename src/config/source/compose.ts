import type { CST, Document, LineCounter } from "yaml";
import { yamlLibrary } from "./yaml-library.ts";

/** Deeper than anything a person writes. Deeper still, and the composer's recursion would end the whole process. */
const DEEPEST_NESTING = 200;

/** Thrown before a text is composed whose nesting would exhaust the stack. */
export class NestedTooDeeply extends Error {
  override name = "NestedTooDeeply";
  readonly offset: number;

  constructor(offset: number) {
    super(`nested more than ${DEEPEST_NESTING} levels deep`);
    this.offset = offset;
  }
}

/** YAML's own `parseDocument`, with a look at the nesting between its lexing, which is a loop, and its composing, which recurses. */
export function composeDocument(text: string, lines: LineCounter): Document.Parsed {
  const { Composer, Parser, YAMLParseError } = yamlLibrary();
  const parser = new Parser(lines.addNewLine);
  const composer = new Composer({
    version: "1.2",
    merge: true,
    lineCounter: lines,
    prettyErrors: false,
    logLevel: "error",
    // Compares every key with every other, which never ends on a large mapping; problemsOfNodes looks keys up instead.
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
