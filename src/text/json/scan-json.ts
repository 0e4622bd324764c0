/** How far the bytes of one stream have been looked at, and what was in the last of them. */
export interface JsonScan {
  /** Line ends in the bytes looked at last. */
  lines: number;
  /** Values in the bytes looked at last, roughly: everything that a comma or an opening bracket announces. */
  values: number;
  /** Levels of lists and objects that are open; the most there were in the bytes looked at last. */
  depth: number;
  deepest: number;
  /** The longest line that ended in these bytes, or the one that has not ended yet. */
  longestLine: number;
  lineBytes: number;
  inString: boolean;
  isEscaped: boolean;
}

export function openJsonScan(): JsonScan {
  return { lines: 0, values: 0, depth: 0, deepest: 0, longestLine: 0, lineBytes: 0, inString: false, isEscaped: false };
}

/** Looks at bytes before anything parses them: a megabyte of `{},{},` takes hundreds of times its size as values. */
export function scanJson(scan: JsonScan, bytes: Uint8Array): void {
  let { inString, isEscaped, lineBytes, depth } = scan;
  let deepest = depth;
  let [lines, values, longestLine] = [0, 0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    lineBytes++;
    if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
      if (lineBytes > longestLine) longestLine = lineBytes;
      lines++;
      lineBytes = 0;
      // No string of JSON goes on in another line.
      inString = isEscaped = false;
    } else if (inString) {
      if (isEscaped) isEscaped = false;
      else if (byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === COMMA) values++;
    else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      values++;
      if (++depth > deepest) deepest = depth;
    } else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) depth--;
  }
  longestLine = Math.max(longestLine, lineBytes);
  Object.assign(scan, { lines, values, depth, deepest, longestLine, lineBytes, inString, isEscaped });
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
