/**
 * The letters and digits of a text, small, without anything that may be between the parts of a name. Every text of every trial goes through here, so it is
 * read unit by unit, which is ten times as fast as a pattern; a sign too many that stays does no harm.
 */
export function condense(text: string): string {
  const unescaped = /[\\%&]/.test(text) ? text.replace(ESCAPES, "") : text;
  const plain = (isAscii(unescaped) ? unescaped : unescaped.normalize("NFKC")).toLowerCase();
  const units = Buffer.allocUnsafe(plain.length * 2);
  let length = 0;
  for (let at = 0; at < plain.length; at++) {
    const unit = plain.charCodeAt(at);
    if (isSign(unit)) continue;
    units[length++] = unit & 0xff;
    units[length++] = unit >> 8;
  }
  return units.toString("utf16le", 0, length);
}

export function isAscii(text: string): boolean {
  return !/[^\u0000-\u007f]/.test(text);
}

/** What `BETWEEN` in spelling.ts accepts and letters or digits are part of. */
const ESCAPES = /\\u[0-9a-f]{4}|\\[nt/]|%(?:2[0df]|3a)|&(?:nbsp|shy|#x?[0-9a-f]{2,4});/gi;

/** Neither letter nor digit: in ASCII exactly, beyond it by the blocks that hold spaces, hyphens and what nobody sees. */
function isSign(unit: number): boolean {
  if (unit < 0x80) return !((unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39));
  if (unit < 0x2000) return unit <= 0xbf;
  return unit <= 0x206f || (unit >= 0x2190 && unit <= 0x2bff) || (unit >= 0x3000 && unit <= 0x303f) || unit >= 0xfe00;
}
