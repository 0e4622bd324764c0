/** Parses a text of the store; null where it is no JSON, which no shape takes. */
export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
