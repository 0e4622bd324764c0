/**
 * JSON in which nothing is invisible. Characters that reorder, hide or join text (bidirectional controls, zero-width and tag
 * characters, control codes, line separators) stay in the data, but as \u escapes, so that what a person reads in a stored prompt
 * is what the judge reads.
 */
export function visibleJson(value: unknown, indent = 0): string {
  // In JSON such characters can only stand inside strings, where an escape means the same.
  return JSON.stringify(value, null, indent).replace(INVISIBLE, escapeUnits);
}

/** The same, for data between tags: no `<` is left that could close one. */
export function taglessJson(value: unknown): string {
  return visibleJson(value).replaceAll("<", "\\u003c");
}

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f]/gu;

function escapeUnits(character: string): string {
  return [...Array(character.length).keys()]
    .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`)
    .join("");
}
