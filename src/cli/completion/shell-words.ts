/** Splits a command line up to the cursor as bash does, expanding nothing. */
export interface ShellWords {
  /** Complete words before the cursor, unquoted. */
  words: string[];
  /** Word under the cursor, unquoted. */
  current: string;
  /** Quote left open at the cursor. */
  quote: "'" | '"' | "";
}

export function splitShellWords(line: string): ShellWords {
  const words: string[] = [];
  let current: string | null = null;
  let quote: ShellWords["quote"] = "";
  for (let at = 0; at < line.length; at++) {
    const letter = line[at]!;
    if (quote === "'") {
      if (letter === "'") quote = "";
      else current += letter;
    } else if (letter === "\\" && at + 1 < line.length && (quote === "" || '"\\$`'.includes(line[at + 1]!))) {
      at += 1;
      current = (current ?? "") + line[at]!;
    } else if (quote === '"') {
      if (letter === '"') quote = "";
      else current += letter;
    } else if (letter === "'" || letter === '"') {
      quote = letter;
      current ??= "";
    } else if (/\s/.test(letter)) {
      if (current !== null) words.push(current);
      current = null;
    } else current = (current ?? "") + letter;
  }
  return { words, current: current ?? "", quote };
}

/** Characters that no shell interprets. */
const PLAIN = /^[\w@%+=:,./-]$/;

/**
 * Escapes or quotes a value to continue what is already typed in bash; null if that is impossible. Omits the part up to the last of
 * `breaks`, which readline treats as an earlier word.
 */
export function bashReply(value: string, { current, quote }: ShellWords, breaks: string): string | null {
  if (quote === "'") return value.includes("'") ? null : value;
  if (quote === '"') return /["$`\\!]/.test(value) ? null : value;
  const earlier = Math.max(
    ...[...breaks].filter((letter) => ":=@".includes(letter)).map((letter) => current.lastIndexOf(letter)),
    -1,
  );
  const rest = value.slice(earlier + 1);
  return [...rest].map((letter) => (PLAIN.test(letter) ? letter : `\\${letter}`)).join("");
}
