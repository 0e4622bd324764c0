import { hash } from "node:crypto";

/** SHA-256 over RFC 8785 canonical JSON: equal data has an equal hash, however it was spelt or ordered. */
export function canonicalHash(value: unknown): string {
  return sha256(canonicalJson(value));
}

/**
 * RFC 8785 canonical JSON. Keys are sorted by their UTF-16 code units; numbers and strings are written as JavaScript writes them,
 * as the RFC requires. Absent (`undefined`) fields are omitted. Throws on values that JSON cannot express.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return scalar(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(",")}]`;
  if (typeof (value as { toJSON?: unknown }).toJSON === "function") return canonicalJson((value as Date).toJSON());
  let fields = "";
  for (const key of sortKeys(Object.keys(value))) {
    const field = (value as Record<string, unknown>)[key];
    if (field !== undefined) fields += `${fields === "" ? "" : ","}${JSON.stringify(key)}:${canonicalJson(field)}`;
  }
  return `{${fields}}`;
}

/** Skips the sort for keys already in order, as most are: checking is faster than sorting. */
function sortKeys(keys: string[]): string[] {
  for (let at = 1; at < keys.length; at += 1) if (keys[at - 1]! > keys[at]!) return keys.sort();
  return keys;
}

function scalar(value: unknown): string {
  if (typeof value === "number" && !Number.isFinite(value)) throw new Error(`${value} cannot be written as JSON`);
  const text = JSON.stringify(value);
  if (text === undefined) throw new Error(`a ${typeof value} cannot be written as JSON`);
  return text;
}

export function sha256(bytes: string | Uint8Array): string {
  return hash("sha256", bytes);
}
