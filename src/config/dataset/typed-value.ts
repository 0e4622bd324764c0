/** Types of JSON values. */
export type JsonKind = "string" | "number" | "boolean" | "array" | "object";

/** Types that a schema accepts where a cell is the whole value. */
export type AcceptedKinds = ReadonlySet<JsonKind> | "anything";

/**
 * Converts a cell to a type that its place accepts. Text from CSV becomes a number or boolean only where text is not accepted; a typed
 * value becomes text only where nothing else is. Anything else is left for the schema to refuse.
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

/** Returns whether a number can be trusted to equal its written form. */
export function keepsItsDigits(number: number): boolean {
  return Number.isInteger(number) ? Number.isSafeInteger(number) : Number.isFinite(number);
}

/** Inserts a cell into a text, unchanged if it is text, or else as JSON. */
export function asText(cell: unknown): string {
  return typeof cell === "string" ? cell : (JSON.stringify(cell) ?? "");
}

export function jsonKindOf(value: unknown): JsonKind {
  if (Array.isArray(value)) return "array";
  const kind = typeof value;
  return kind === "string" || kind === "number" || kind === "boolean" ? kind : "object";
}
