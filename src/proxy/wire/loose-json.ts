import { isRecord } from "../../text/index.ts";

/** What others send may hold anything anywhere: these take what is there in the shape that is needed, or nothing. */

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

/** Arguments and results that came as data are kept as JSON. */
export function jsonText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined) return "";
  try {
    return JSON.stringify(value);
  } catch {
    // What is nested a hundred thousand times can be parsed, but not be written.
    return "";
  }
}

/** The HTTP status that an `error` field names as its code; undefined when it names none. */
export function errorStatus(error: unknown): number | undefined {
  const code = Number(record(error).code);
  return Number.isInteger(code) && code >= 400 && code <= 599 ? code : undefined;
}

/** What an `error` field says, be it a sentence or an object with one. */
export function errorText(error: unknown): string | null {
  if (error === undefined || error === null) return null;
  if (typeof error === "string") return error;
  return textOrNull(record(error).message) ?? (jsonText(error) || "an error without words");
}
