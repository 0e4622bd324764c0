import { createHash } from "node:crypto";
import { canonicalize } from "json-canonicalize";

/** SHA-256 over RFC 8785 canonical JSON: equal data has an equal hash, however it was spelt or ordered. */
export function canonicalHash(value: unknown): string {
  return sha256(canonicalJson(value));
}

/** RFC 8785 canonical JSON; absent (`undefined`) fields are left out. Throws on NaN and infinities. */
export function canonicalJson(value: unknown): string {
  return canonicalize(value);
}

export function sha256(bytes: string | Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
