/** Quotes a foreign text in a message: shortened, and without control characters. */
export function quoteForeign(text: string): string {
  const shown = text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}…`;
  return JSON.stringify(shown).replace(UNPRINTABLE, (character) => `\\u${hexOf(character)}`);
}

const LONGEST_SHOWN = 200;
const UNPRINTABLE = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(4, "0");
}
