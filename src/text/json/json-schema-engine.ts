import { createRequire } from "node:module";
import type { Ajv as AjvClass, Options } from "ajv";
import { compilePattern } from "../patterns/pattern.ts";
import { canonicalJson } from "./canonical.ts";

export type Ajv = AjvClass;

/** The engine for the draft that a schema is written in; null for a draft that is not known. Made when it is first needed. */
export function ajvFor({ $schema }: Record<string, unknown>): Ajv | null {
  const draft = $schema === undefined ? "2020-12" : DRAFTS.exec(String($schema))?.[1];
  if (draft === undefined) return null;
  const engine = engines.get(draft) ?? makeEngine(draft);
  engines.set(draft, engine);
  return engine;
}

const DRAFTS = /^https?:\/\/json-schema\.org\/(?:draft\/)?(2020-12|2019-09|draft-07)\/schema#?$/;
const MODULES: Record<string, string> = {
  "2020-12": "ajv/dist/2020.js",
  "2019-09": "ajv/dist/2019.js",
  "draft-07": "ajv",
};

const require = createRequire(import.meta.url);
const engines = new Map<string, Ajv>();

function makeEngine(draft: string): Ajv {
  const { default: Engine } = require(MODULES[draft]!) as { default: new (options: Options) => Ajv };
  const { default: addFormats } = require("ajv-formats") as { default: (ajv: Ajv) => void };
  const engine = new Engine({
    strict: true,
    // What these refuse has an effect; it is only unusual.
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    allowMatchingProperties: true,
    // Else `required: [toString]` would be met by every object.
    ownProperties: true,
    logger: false,
    code: { regExp: linearPattern },
  });
  addFormats(engine);
  engine.removeKeyword("uniqueItems");
  engine.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    validate: (wanted: boolean, items: unknown[]) => !wanted || areUnique(items),
    error: { message: "must not have the same item twice" },
  });
  return engine;
}

/** Thrown for a pattern in a schema; the caller of the engine turns it into a problem with its place. */
export class PatternInSchemaError extends Error {
  override name = "PatternInSchemaError";
  constructor(
    readonly pattern: string,
    message: string,
    readonly suggestion?: string,
  ) {
    super(message);
  }
}

const linearPattern = Object.assign(
  (source: string) => {
    const result = compilePattern(source);
    if (!result.ok) throw new PatternInSchemaError(source, result.message, result.suggestion);
    // The engine keeps patterns by their text: without one of its own, every pattern would be the first.
    return { test: (text: string) => result.pattern.find(text) !== null, toString: () => source };
  },
  { code: "linearPattern" },
);

/** The engine's own way compares every item with every other, which never ends on a long list. */
function areUnique(items: readonly unknown[]): boolean {
  return new Set(items.map(asKey)).size === items.length;
}

function asKey(item: unknown): string {
  try {
    return canonicalJson(item);
  } catch {
    // A number beyond all numbers: JSON can write it, and nobody can read it.
    return JSON.stringify(item);
  }
}
