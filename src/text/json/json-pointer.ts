import { isRecord } from "./is-record.ts";

/** A location in a JSON document as RFC 6901 writes it: `/items/0/price`; the empty string is the whole document. */
export type JsonPointer = string;

/** `/` before every step; `~` only as `~0` (for `~`) and `~1` (for `/`). */
export const JSON_POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/u;

/** Looks up the value at a pointer; `found: false` when there is none. Inherited names such as `constructor` do not count. */
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
