import { DEEPEST_JSON, isJsonNestedDeeperThan } from "./nesting.ts";
import { NESTED_TOO_DEEPLY } from "./parse-json.ts";

/**
 * An element of a large JSON document: of a top-level array, or of an array directly under a key of a top-level object. Elements
 * are held in memory one at a time, so documents of any size can be read.
 */
export interface JsonElement {
  /** The key of its array; empty for a top-level array. */
  key: string;
  /** Counted from 1 within its array. */
  position: number;
  value: unknown;
}

export class JsonStreamError extends Error {
  override name = "JsonStreamError";

  constructor(
    message: string,
    /** True when the document ends and something follows. */
    readonly hasMore = false,
  ) {
    super(message);
  }
}

/** Largest element that is read. Bounds memory if a document never closes one. */
const LONGEST_ELEMENT = 64 * 1024 * 1024;

/**
 * @param chunks the document's text, cut anywhere between characters
 * @throws JsonStreamError with the position when the text is not such a document
 */
export async function* jsonElements(chunks: AsyncIterable<string>): AsyncGenerator<JsonElement> {
  const scanner = new ElementScanner();
  for await (const chunk of chunks) yield* scanner.read(chunk);
  scanner.end();
}

/**
 * Tracks only brackets and strings. Everything between them goes to JSON.parse, which checks the rest of the grammar, so the
 * scanner finds ends without judging.
 */
class ElementScanner {
  private depth = 0;
  /** The depth of the elements: 1 in a top-level array, 2 in an array under a key, otherwise null. */
  private listDepth: 1 | 2 | null = null;
  private inString = false;
  private escaped = false;
  private key = "";
  private position = 0;
  private collected = "";
  private state: "before" | "inside" | "after" = "before";
  private awaited: "key or end" | "key" | "value" | "separator" = "key or end";

  *read(chunk: string): Generator<JsonElement> {
    let start = 0;
    for (let index = 0; index < chunk.length; index++) {
      const code = chunk.charCodeAt(index);
      if (this.inString) {
        if (this.escaped) this.escaped = false;
        else if (code === BACKSLASH) this.escaped = true;
        else if (code === QUOTE) this.inString = false;
      } else if (code === QUOTE) {
        this.inString = true;
      } else if (isPunctuation(code)) {
        if (this.depth > (this.listDepth ?? 1)) {
          this.depth += depthChange(code);
          continue;
        }
        const element = this.punctuation(code, this.collected + chunk.slice(start, index));
        if (element === "part of an element") continue;
        this.collected = "";
        start = index + 1;
        if (element) yield element;
      }
    }
    this.collected += chunk.slice(start);
    if (this.collected.length > LONGEST_ELEMENT) throw this.problem("an element is larger than 64 MB");
  }

  end(): void {
    if (this.state === "before" && this.collected.trim() === "") throw new JsonStreamError("the file is empty");
    if (this.state === "before") throw this.problem("expected a JSON array or object");
    if (this.state === "inside") throw this.problem("the document ends before it is closed");
    if (this.collected.trim() !== "") throw this.problem("text after the end of the document", true);
  }

  /** Interprets a punctuation mark at the depth of elements or keys, given the `text` before it. */
  private punctuation(code: number, text: string): JsonElement | null | "part of an element" {
    if (this.state === "after") throw this.problem("text after the end of the document", true);
    if (this.state === "before") {
      if ((code !== OPEN_ARRAY && code !== OPEN_OBJECT) || text.trim() !== "")
        throw this.problem("expected a JSON array or object");
      this.state = "inside";
      this.depth = 1;
      this.listDepth = code === OPEN_ARRAY ? 1 : null;
      return null;
    }
    return this.listDepth === this.depth ? this.inList(code, text) : this.underKeys(code, text);
  }

  private inList(code: number, text: string): JsonElement | null | "part of an element" {
    if (code === COMMA) return this.element(text);
    if (code === CLOSE_ARRAY) {
      const last = text.trim() === "" && this.position === 0 ? null : this.element(text);
      this.depth -= 1;
      if (this.depth === 0) this.state = "after";
      this.listDepth = null;
      this.awaited = "separator";
      return last;
    }
    if (code === CLOSE_OBJECT) throw this.problem('"}" is out of place');
    this.depth += depthChange(code);
    return "part of an element";
  }

  private underKeys(code: number, text: string): null | "part of an element" {
    const { awaited } = this;
    if (code === COLON && awaited !== "value" && awaited !== "separator") {
      const key = this.parse(text);
      if (typeof key !== "string") throw this.problem("a key must be a string");
      this.key = key;
      this.position = 0;
      this.awaited = "value";
      return null;
    }
    if (awaited === "value" && (code === OPEN_ARRAY || code === OPEN_OBJECT) && text.trim() === "") {
      this.depth += 1;
      if (code === OPEN_ARRAY) this.listDepth = 2;
      return code === OPEN_OBJECT ? "part of an element" : null;
    }
    if (code !== COMMA && code !== CLOSE_OBJECT) throw this.problem(`"${String.fromCharCode(code)}" is out of place`);
    // A scalar or an object under a key holds no elements. It is skipped, but must be valid.
    if (awaited === "value") this.parse(text);
    else if (text.trim() !== "" || (code === COMMA ? awaited !== "separator" : awaited === "key"))
      throw this.problem("a key or a value is missing");
    this.awaited = "key";
    if (code === CLOSE_OBJECT) {
      this.depth = 0;
      this.state = "after";
    }
    return null;
  }

  private element(text: string): JsonElement {
    if (text.trim() === "") throw this.problem("an element is missing");
    const value = this.parse(text);
    this.position += 1;
    return { key: this.key, position: this.position, value };
  }

  private parse(text: string): unknown {
    if (isJsonNestedDeeperThan(text, DEEPEST_JSON))
      throw new JsonStreamError(`element ${this.position + 1}${this.inKey()} is ${NESTED_TOO_DEEPLY}`);
    try {
      return JSON.parse(text);
    } catch (error) {
      throw this.problem((error as Error).message);
    }
  }

  private problem(message: string, hasMore = false): JsonStreamError {
    const place = `${this.inKey()}, near element ${this.position + 1}`;
    return new JsonStreamError(`not valid JSON${place}: ${message}`, hasMore);
  }

  private inKey(): string {
    return this.key === "" ? "" : ` in "${this.key}"`;
  }
}

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;
const OPEN_ARRAY = 91;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

function isPunctuation(code: number): boolean {
  return code === COMMA || code === COLON || depthChange(code) !== 0;
}

function depthChange(code: number): -1 | 0 | 1 {
  if (code === OPEN_ARRAY || code === OPEN_OBJECT) return 1;
  return code === CLOSE_ARRAY || code === CLOSE_OBJECT ? -1 : 0;
}
