/**
 * A pattern with JavaScript's spelling of characters (`\u00e9`, `\u{1f600}`) and of white space as RE2 writes them: to RE2 itself `\s` is ASCII
 * only, and a model's no-break space would be none. Nothing else is translated. What RE2 does not know must be an error, not a letter.
 */
export function inRe2Syntax(source: string): string {
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

/** Escapes, and where a class begins (a `]` that comes first belongs to it) and ends. `[:alpha:]` is a part of one. */
const TOKEN =
  /\\(?:u\{([0-9a-f]{1,6})\}|u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})|u([0-9a-f]{4})|[\s\S])|\[:\^?\w+:\]|\[\^?\]?|\]/gi;

const WHITE_SPACE = "\\t\\n\\v\\f\\r\\x{feff}\\p{Z}";
