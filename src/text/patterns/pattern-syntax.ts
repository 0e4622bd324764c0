/**
 * Translates JavaScript's character escapes (`\u00e9`, `\u{1f600}`) and white space to RE2, whose own `\s` is ASCII only and
 * would miss a no-break space from a model. Translates nothing else: syntax unknown to RE2 must be an error, not a literal
 * letter.
 */
export function toRe2Syntax(source: string): string {
  let inClass = false;
  return source.replace(TOKEN, (token: string, long?: string, high?: string, low?: string, short?: string) => {
    if (high && low) return `\\x{${((parseInt(high, 16) - 0xd800) * 0x400 + parseInt(low, 16) + 0x2400).toString(16)}}`;
    const code = long ?? short;
    if (code !== undefined) return `\\x{${code}}`;
    if (token === "\\s") return inClass ? WHITE_SPACE : `[${WHITE_SPACE}]`;
    if (token === "\\S" && !inClass) return `[^${WHITE_SPACE}]`;
    if (token === "]") inClass = false;
    else if (token.startsWith("[") && !token.startsWith("[:")) inClass = true;
    return token;
  });
}

/** Escapes, and the start of a class (including a leading `]`) and its end. `[:alpha:]` is part of a class. */
const TOKEN =
  /\\(?:u\{([0-9a-f]{1,6})\}|u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})|u([0-9a-f]{4})|[\s\S])|\[:\^?\w+:\]|\[\^?\]?|\]/gi;

const WHITE_SPACE = "\\t\\n\\v\\f\\r\\x{feff}\\p{Z}";
