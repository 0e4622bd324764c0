import { isRecord } from "../../text/index.ts";
import { cellsOf, fillCells, translateTemplate } from "./translate-template.ts";

export type ValueTranslation =
  | {
      ok: true;
      /** With `{{column}}` in its texts. */
      value: unknown;
      /** For these variables, with everything filled in. */
      rendered: unknown;
      cells: Record<string, string>;
    }
  | { ok: false; reason: string };

/** Translates every text in a value, at any depth. */
export function translateValue(value: unknown, variables: object): ValueTranslation {
  const cells: Record<string, string> = {};
  let problem: string | undefined;
  const walk = (inner: unknown, fill: boolean): unknown => {
    if (typeof inner === "string") {
      const translated = translateTemplate(inner);
      if (!translated.ok) {
        problem ??= translated.reason;
        return inner;
      }
      Object.assign(cells, cellsOf(translated, variables));
      return fill ? fillCells(translated.text, cells) : translated.text;
    }
    if (Array.isArray(inner)) return inner.map((item) => walk(item, fill));
    if (!isRecord(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).map(([key, item]) => [key, walk(item, fill)]));
  };
  const translated = walk(value, false);
  if (problem !== undefined) return { ok: false, reason: problem };
  return { ok: true, value: translated, rendered: walk(value, true), cells };
}
