import { visibleText } from "./visible-text.ts";

/**
 * Escapes foreign text for HTML, SVG and XML, between tags and in quoted attributes. Drops characters that XML forbids; shows
 * those that would hide or reorder text.
 */
export function escapeMarkup(text: string): string {
  const allowed = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, "");
  return visibleText(allowed).replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
