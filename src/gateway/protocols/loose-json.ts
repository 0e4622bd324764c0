import { isRecord } from "../../text/index.ts";

/** Lenient accessors for foreign data: they return what has the right shape, or nothing. */

export function records(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function record(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

export function plainText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function textOrNull(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** Serializes arguments and results that came as data. */
export function jsonText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined) return "";
  try {
    return JSON.stringify(value);
  } catch {
    // Data nested a hundred thousand levels deep can be parsed, but not serialized.
    return "";
  }
}
