import { createRequire } from "node:module";
import type { Ajv as AjvClass, Options } from "ajv";
import { compilePattern } from "../patterns/pattern.ts";
import { canonicalJson } from "./canonical.ts";

export type Ajv = AjvClass;

/** Returns the engine for the schema's draft, created on first use; null for an unknown draft. */
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
    // Strict mode rejects these although they have an effect; they are merely unusual.
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    allowMatchingProperties: true,
    // Otherwise every object would satisfy `required: [toString]`.
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

/** Thrown for an unsupported pattern in a schema. The caller turns it into a problem with its location. */
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
    // The engine caches patterns by their text; without a `toString` of its own, every pattern would be taken for the first.
    return { test: (text: string) => result.pattern.find(text) !== null, toString: () => source };
  },
  { code: "linearPattern" },
);

/** Replaces the engine's check, which compares every item with every other and practically never ends on a long list. */
function areUnique(items: readonly unknown[]): boolean {
  return new Set(items.map(asKey)).size === items.length;
}

function asKey(item: unknown): string {
  try {
    return canonicalJson(item);
  } catch {
    // Infinity: JSON can spell such a number, but no double can hold it.
    return JSON.stringify(item);
  }
}
