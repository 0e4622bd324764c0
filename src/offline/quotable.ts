/** The first stretch of a text that can stand between quotation marks, in which it can be found again; null when there is none. */
export function quotable(text: string): string | null {
  const stretch = text.match(/[^"“”„«»`'‘’\n\\]{3,}/)?.[0].trim();
  return stretch ? stretch.slice(0, 80).trim() : null;
}
