import { visibleLine } from "./visible-text.ts";

/**
 * What somebody else wrote, as Markdown that shows just that, in a sentence, a heading or a cell of a table: on one line, nothing
 * hidden, no markup, no table border, no link and no mention. The `#1` of a repetition must not become a link to the first issue of whoever
 * pastes the report, and a backslash does not prevent that; an invisible character after it does.
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

/** Words on one line with nothing between them that any rule below looks for; most of what judges write is that. */
const PLAIN_SENTENCE = /^(?!.*www)[a-z"'(][a-z\d"'().,;:!?%-]*(?: [a-z\d"'().,;:!?%-]+)*$/i;

/** A text as it is, in a fence that nothing in it can close. */
export function fencedMarkdown(text: string, language: string): string {
  let longest = 2;
  // One by one: as arguments, the hundred thousand that a hostile text may have would overflow the stack.
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
