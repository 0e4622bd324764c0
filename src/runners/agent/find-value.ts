import type { OutputReading } from "../../config/index.ts";
import { isRecord } from "../../text/index.ts";

/** A document printed by an agent's program, of unverified content. */
export type PrintedDocument = Record<string, unknown>;

type Where = OutputReading["where"];

/** The value in the last document that matches and has one. */
export function findValue(documents: readonly PrintedDocument[], reading: OutputReading | string): unknown {
  const { path, where } = typeof reading === "string" ? { path: reading } : reading;
  for (const document of documents.toReversed()) {
    const value = fits(document, where) ? valuesAt(document, path)[0] : undefined;
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** True if a document's fields have the values that a reading requires. */
export function fits(document: PrintedDocument, where: Where = {}): boolean {
  return Object.entries(where).every(([field, value]) => valuesAt(document, field)[0] === value);
}

/** The values at a path: at most one, or with `*` those of every field or item. */
export function valuesAt(document: PrintedDocument, path: string): unknown[] {
  let here: unknown[] = [document];
  for (const name of path.split(".")) here = here.flatMap((value) => step(value, name));
  return here;
}

function step(value: unknown, name: string): unknown[] {
  if (name === "*") return Array.isArray(value) || isRecord(value) ? Object.values(value) : [];
  if (Array.isArray(value)) return Number(name) in value ? [value[Number(name)]] : [];
  return isRecord(value) && Object.hasOwn(value, name) ? [value[name]] : [];
}
