import { canonicalJson } from "../../../text/index.ts";

/** A value that differs from the stored one. */
export interface Difference {
  /** `score`, `verdict of strict #2`, `the packet` … */
  what: string;
  stored: string;
  found: string;
}

/** Empty if two values are equal, regardless of field order. */
export function differenceBetween(what: string, stored: unknown, found: unknown): Difference[] {
  if (stored === found) return [];
  const [was, is] = [asText(stored), asText(found)];
  if (was === is || sorted(stored) === sorted(found)) return [];
  return [{ what, stored: was, found: is }];
}

function asText(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined ? "nothing" : JSON.stringify(value);
}

function sorted(value: unknown): string {
  return canonicalJson(value ?? null);
}
