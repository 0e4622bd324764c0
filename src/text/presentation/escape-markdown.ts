import { visibleLine } from "./visible-text.ts";

/**
 * Escapes foreign text for Markdown, in a sentence, a heading or a table cell: on one line, with nothing hidden, no markup, no
 * table border, no link and no mention. The `#1` of a repetition must not become a link to an issue; a backslash does not prevent
 * that, but an invisible character after it does.
 *
 * @example escapeMarkdown("*all* | <b>") // "\\*all\\* \\| \\<b\\>"
 */
export function escapeMarkdown(text: string): string {
  if (PLAIN_SENTENCE.test(text)) return text;
  return visibleLine(text)
    .replace(/[\\`*_[\]<>|~]|&(?=#?\w+;)|(?<=\b(?:https?|ftp)):(?=\/\/)|(?<=\bwww)\.(?=\w)/gi, "\\$&")
    .replace(/^(?:#{1,6}|[-+])(?=\s|$)|^(?:-{2,}|={2,}|\+{2,})/, "\\$&")
    .replace(/^(\d+)([.)])(?=\s|$)/, "$1\\$2")
    .replace(/@|#(?=\d)/g, "$&\u200b");
}

/** Words on one line that no rule below affects, as in most of what judges write. */
const PLAIN_SENTENCE = /^(?!.*www)[a-z"'(][a-z\d"'().,;:!?%-]*(?: [a-z\d"'().,;:!?%-]+)*$/i;

/** A text unchanged, in a fence that nothing in it can close. */
export function fencedMarkdown(text: string, language: string): string {
  let longest = 2;
  // Iterates, because a hostile text's hundred thousand runs, passed as arguments, would overflow the stack.
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
