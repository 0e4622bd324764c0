import { isRecord, REDACTED } from "../../../text/index.ts";

/** Compares two values, ignoring parts removed from the first: names, paths and secrets leave a mark in its text. */
export function matchesWithMarks(shown: unknown, whole: unknown, marks: readonly string[] = [REDACTED]): boolean {
  if (typeof shown === "string") return typeof whole === "string" && textMatches(shown, whole, marks);
  if (Array.isArray(shown))
    return (
      Array.isArray(whole) &&
      whole.length === shown.length &&
      shown.every((part, at) => matchesWithMarks(part, whole[at], marks))
    );
  if (!isRecord(shown)) return shown === whole;
  if (!isRecord(whole)) return false;
  const names = Object.keys(shown);
  return (
    // JSON has no field for a missing value.
    names.length === Object.keys(whole).filter((name) => whole[name] !== undefined).length &&
    names.every((name) => Object.hasOwn(whole, name) && matchesWithMarks(shown[name], whole[name], marks))
  );
}

/** Tests if the parts between the marks occur in the whole text in this order, from its beginning to its end. */
function textMatches(shown: string, whole: string, marks: readonly string[]): boolean {
  if (shown === whole) return true;
  let pieces = [shown];
  for (const mark of marks) pieces = pieces.flatMap((piece) => piece.split(mark));
  if (pieces.length === 1) return false;
  const last = pieces.pop()!;
  const [first, ...between] = pieces as [string, ...string[]];
  if (!whole.startsWith(first) || !whole.endsWith(last)) return false;
  let at = first.length;
  for (const piece of between) {
    const found = whole.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return at <= whole.length - last.length;
}
