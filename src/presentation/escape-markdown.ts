import { visibleLine } from "./visible-text.ts";

/**
 * What somebody else wrote, as Markdown that shows just that, in a sentence, a heading or a cell of a table: on one line, nothing
 * hidden, no markup, no table border, no link and no mention. The `#1` of a repetition must not become a link to the first issue of whoever
 * pastes the report, and a backslash does not prevent that; an invisible character after it does.
 *
 * @example escapeMarkdown("*all* | <b>") // "\\*all\\* \\| \\<b\\>"
 */
export function escapeMarkdown(text: string): string {
  return visibleLine(text)
    .replace(/[\\`*_[\]<>|~]|&(?=#?\w+;)|(?<=\b(?:https?|ftp)):(?=\/\/)|(?<=\bwww)\.(?=\w)/gi, "\\$&")
    .replace(/^(?:#{1,6}|[-+])(?=\s|$)|^(?:-{2,}|={2,}|\+{2,})/, "\\$&")
    .replace(/^(\d+)([.)])(?=\s|$)/, "$1\\$2")
    .replace(/@|#(?=\d)/g, "$&\u200b");
}

/** A text as it is, in a fence that nothing in it can close. */
export function fencedMarkdown(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
