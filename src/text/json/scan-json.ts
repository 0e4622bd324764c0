/** The scan state of one byte stream, and statistics of its last chunk. */
export interface JsonScan {
  /** Line ends in the last chunk. */
  lines: number;
  /** Approximate number of values in the last chunk: one per comma or opening bracket. */
  values: number;
  /** Currently open lists and objects; and the most open at once in the last chunk. */
  depth: number;
  deepest: number;
  /** The longest line that ended in the last chunk, or the current unfinished one. */
  longestLine: number;
  lineBytes: number;
  inString: boolean;
  isEscaped: boolean;
}

export function openJsonScan(): JsonScan {
  return { lines: 0, values: 0, depth: 0, deepest: 0, longestLine: 0, lineBytes: 0, inString: false, isEscaped: false };
}

/** Measures bytes before they are parsed: a megabyte of `{},{},` takes hundreds of times its size as values. */
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
      // JSON strings never span lines.
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
