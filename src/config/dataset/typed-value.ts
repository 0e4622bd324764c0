/** The kinds of values that JSON has. */
export type JsonKind = "string" | "number" | "boolean" | "array" | "object";

/** What a schema takes at a place where a whole value is filled in. */
export type AcceptedKinds = ReadonlySet<JsonKind> | "anything";

/**
 * A cell as the kind of value that its place wants. A cell of CSV is text and becomes a number, or true or false, only
 * where text is not taken; a typed value becomes text only where nothing but text is. What fits nowhere stays as it is, for the schema to refuse.
 */
export function asKindOf(accepted: AcceptedKinds, cell: unknown, isTyped: boolean): unknown {
  if (accepted === "anything" || accepted.has(jsonKindOf(cell))) return cell;
  if (typeof cell !== "string") return accepted.has("string") ? asText(cell) : cell;
  if (isTyped) return cell;
  const written = cell.trim();
  if (accepted.has("number") && NUMBER.test(written) && keepsItsDigits(Number(written))) return Number(written);
  if (accepted.has("boolean") && /^(?:true|false)$/i.test(written)) return written.toLowerCase() === "true";
  return cell;
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Whether a number is still the one that was written, as far as can be told from it. */
export function keepsItsDigits(number: number): boolean {
  return Number.isInteger(number) ? Number.isSafeInteger(number) : Number.isFinite(number);
}

/** A cell inside a text: as it is if it is text, else as JSON. */
export function asText(cell: unknown): string {
  return typeof cell === "string" ? cell : (JSON.stringify(cell) ?? "");
}

export function jsonKindOf(value: unknown): JsonKind {
  if (Array.isArray(value)) return "array";
  const kind = typeof value;
  return kind === "string" || kind === "number" || kind === "boolean" ? kind : "object";
}
