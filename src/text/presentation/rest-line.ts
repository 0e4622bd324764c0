import { plural } from "./plural.ts";

/** Says how many entries of a long list are not shown; nothing if all of them are. */
export function restLine(all: number, shown: number, noun?: string): string[] {
  const rest = all - shown;
  if (rest <= 0) return [];
  return [`… and ${noun === undefined ? `${rest} more` : plural(rest, `more ${noun}`)}; --output json lists all`];
}
