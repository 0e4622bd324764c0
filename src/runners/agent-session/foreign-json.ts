import { isRecord } from "../../text/index.ts";

/** Nobody's report is nested deeper, and what walks through it afterwards would run out of stack. */
const DEEPEST = 200;

/** An object in JSON that an agent may have written; null for anything else, and for one that is nested without end. */
export function foreignObject(text: string): Record<string, unknown> | null {
  if (isTooDeep(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === OPENING_BRACKET || code === OPENING_BRACE) {
      if (++depth > DEEPEST) return true;
    } else if (code === CLOSING_BRACKET || code === CLOSING_BRACE) depth--;
  }
  return false;
}

const [BACKSLASH, QUOTE, OPENING_BRACKET, CLOSING_BRACKET, OPENING_BRACE, CLOSING_BRACE] = [...'\\"[]{}'].map(
  (character) => character.charCodeAt(0),
);
