import { isRecord } from "./is-record.ts";

/** A place in a JSON document, as RFC 6901 writes it: `/items/0/price`; the empty text is the whole document. */
export type JsonPointer = string;

/** `/` before every step; `~` only as `~0` (for `~`) and `~1` (for `/`). */
export const JSON_POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/u;

/** The value at a place; `found: false` when nothing is there. Inherited names such as `constructor` are not there. */
export function valueAtPointer(value: unknown, pointer: JsonPointer): { found: boolean; value: unknown } {
  let here = value;
  for (const step of stepsOf(pointer)) {
    if (Array.isArray(here)) {
      if (!/^(?:0|[1-9]\d*)$/.test(step) || Number(step) >= here.length) return { found: false, value: undefined };
      here = here[Number(step)];
    } else {
      if (!isRecord(here) || !Object.hasOwn(here, step)) return { found: false, value: undefined };
      here = here[step];
    }
  }
  return { found: true, value: here };
}

export function stepsOf(pointer: JsonPointer): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}
