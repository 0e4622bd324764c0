/**
 * Cuts the middle of a text so that about `keep` characters stay, more from the beginning than the end, and reports how many are
 * missing. Never splits a character.
 */
export function shortenMiddle(text: string, keep: number): { text: string; leftOut: number } {
  if (text.length <= keep) return { text, leftOut: 0 };
  const head = withoutHalfCharacter(text.slice(0, Math.ceil(keep * 0.6)));
  const tail = withoutLeadingHalf(text.slice(text.length - Math.floor(keep * 0.4)));
  const leftOut = text.length - head.length - tail.length;
  const marked = `${head} […${leftOut} characters left out…] ${tail}`;
  // A cut is skipped if its marker would cost more than it saves.
  return marked.length < text.length ? { text: marked, leftOut } : { text, leftOut: 0 };
}

function withoutHalfCharacter(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}

function withoutLeadingHalf(text: string): string {
  return /^[\udc00-\udfff]/.test(text) ? text.slice(1) : text;
}
