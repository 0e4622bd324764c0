/** A command line up to the cursor, taken apart as bash does; nothing in it is expanded. */
export interface ShellWords {
  /** Whole words before the one under the cursor, without their quotes. */
  words: string[];
  /** The word under the cursor, without its quotes. */
  current: string;
  /** The quote that is open at the cursor. */
  quote: "'" | '"' | "";
}

export function shellWords(line: string): ShellWords {
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

/** Letters that mean something to no shell. */
const PLAIN = /^[\w@%+=:,./-]$/;

/**
 * A value as bash may put it behind what is typed already: escaped, or as it is inside of quotes; null where it could not be written there
 * without meaning something. What readline takes for an earlier word, up to the last of `breaks`, is left out.
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
