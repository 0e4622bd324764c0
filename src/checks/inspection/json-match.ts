import { isRecord } from "../../text/index.ts";

/** Compares two JSON values regardless of key order. `0` equals `-0`. */
export function jsonEquals(one: unknown, other: unknown): boolean {
  return compare(one, other, (a, b) => Object.keys(a).length === Object.keys(b).length);
}

/** Tests if a value contains everything wanted: extra keys are allowed at any depth; lists are compared item by item. */
export function jsonIncludes(value: unknown, wanted: unknown): boolean {
  return compare(value, wanted, () => true);
}

type Keys = (value: object, wanted: object) => boolean;

function compare(value: unknown, wanted: unknown, mayDiffer: Keys): boolean {
  if (Array.isArray(wanted))
    return (
      Array.isArray(value) &&
      value.length === wanted.length &&
      wanted.every((item, index) => compare(value[index], item, mayDiffer))
    );
  if (isRecord(wanted))
    return (
      isRecord(value) &&
      mayDiffer(value, wanted) &&
      Object.entries(wanted).every(([key, item]) => Object.hasOwn(value, key) && compare(value[key], item, mayDiffer))
    );
  return value === wanted;
}
