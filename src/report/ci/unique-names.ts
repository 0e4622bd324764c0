import { visibleLine } from "../../text/presentation/index.ts";

/**
 * Names as a reader of test reports gets them: on one line, not too long, and none twice. Whoever reads them drops what has a name that
 * was there before, so two that look the same are numbered.
 */
export function uniqueNames(written: readonly string[], longest: number): string[] {
  const taken = new Set<string>();
  return written.map((name) => {
    const line = visibleLine(name);
    for (let number = 1; ; number += 1) {
      const suffix = number > 1 ? ` (${number})` : "";
      const unique = cut(line, longest - suffix.length) + suffix;
      if (taken.has(unique)) continue;
      taken.add(unique);
      return unique;
    }
  });
}

/** In the middle: both ends of a name say something. */
function cut(name: string, longest: number): string {
  const characters = [...name];
  if (name.length <= longest) return name;
  const half = Math.floor((longest - 1) / 4);
  return `${characters.slice(0, half).join("")}…${characters.slice(-half).join("")}`;
}
