/** Nesting allowed in foreign data. Later readers recurse, and a few thousand levels exhaust the stack. */
export const DEEPEST_JSON = 500;

/** True when lists and objects nest deeper than `levels`. Iterative, so depth costs no stack. */
export function isNestedDeeperThan(value: unknown, levels: number): boolean {
  const waiting: { value: unknown; depth: number }[] = [{ value, depth: 1 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next.value !== "object" || next.value === null) continue;
    if (next.depth > levels) return true;
    const depth = next.depth + 1;
    for (const inner of Object.values(next.value))
      if (typeof inner === "object" && inner !== null) waiting.push({ value: inner, depth });
  }
  return false;
}

/** Like `isNestedDeeperThan`, for JSON text before it is parsed: millions of levels take gigabytes once parsed. */
export function isJsonNestedDeeperThan(text: string, levels: number): boolean {
  if (text.length <= levels) return false;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
      if (++depth > levels) return true;
    } else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) depth--;
  }
  return false;
}

const QUOTE = 0x22;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
