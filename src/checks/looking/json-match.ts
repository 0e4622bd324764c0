import { isRecord } from "../../text/index.ts";

/** Whether two JSON values are the same, whatever the order of keys. `0` and `-0` are. */
export function jsonEquals(one: unknown, other: unknown): boolean {
  return compare(one, other, (a, b) => Object.keys(a).length === Object.keys(b).length);
}

/** Whether a value has everything that is wanted: more keys may be there, at any depth. Lists are compared item by item. */
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
