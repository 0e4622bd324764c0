import { visibleLine } from "../../text/presentation/index.ts";

/** Makes names for test reports: on one line, limited in length and numbered if equal, since readers drop repeated names. */
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

/** Cuts in the middle, as both ends are informative. */
function cut(name: string, longest: number): string {
  const characters = [...name];
  if (name.length <= longest) return name;
  const half = Math.floor((longest - 1) / 4);
  return `${characters.slice(0, half).join("")}…${characters.slice(-half).join("")}`;
}
