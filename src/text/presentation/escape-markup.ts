import { visibleText } from "./visible-text.ts";

/**
 * What somebody else wrote, for HTML, SVG and XML, between tags as well as in a quoted attribute. What XML forbids altogether
 * is left out; what would hide or reorder the text is shown.
 */
export function escapeMarkup(text: string): string {
  const allowed = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, "");
  return visibleText(allowed).replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
