/** Values that a field must not be taken for, as JSON text, so that they can be what no JSON writer would write. */
export interface BadValue {
  name: string;
  json: string;
}

const text = (name: string, value: string): BadValue => ({ name, json: JSON.stringify(value) });
const raw = (name: string, json: string): BadValue => ({ name, json });

/** Nothing at all: the field is left out. */
export const MISSING: BadValue = { name: "missing", json: "" };

/** The values that every field gets. */
export const FIRST: BadValue[] = [MISSING, raw("null", "null"), raw("another type", '{"toString":1,"length":-1}')];

const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

/** Of these, some, as the seed decides. */
export const MORE: BadValue[] = [
  raw("a number", "7"),
  text("a text", "wonderful"),
  text("an empty text", ""),
  raw("true", "true"),
  raw("an empty list", "[]"),
  raw("an empty object", "{}"),
  raw("a list of nulls", "[null,null]"),
  raw("a list of odd things", '[1,"a",{"a":{}},[],null]'),
  raw("negative", "-1"),
  raw("a fraction", "0.1"),
  raw("minus zero", "-0"),
  raw("1e308", "1e308"),
  raw("infinity", "1e999"),
  raw("minus infinity", "-1e999"),
  raw("too whole", "9007199254740993"),
  text("NaN in words", "NaN"),
  text("Infinity in words", "Infinity"),
  raw("__proto__", '{"__proto__":{"status":"success","score":10},"constructor":{"prototype":{"polluted":1}}}'),
  text("the name __proto__", "__proto__"),
  text("the name constructor", "constructor"),
  raw("3,000 deep", deep(3_000)),
  raw("100,000 deep", deep(100_000)),
  raw("a text of 2 MB", JSON.stringify("x".repeat(2_000_000))),
  raw("10,000 things", `[${Array(10_000).fill("{}").join(",")}]`),
  raw("escape sequences", JSON.stringify("\u001b]0;owned\u0007\u001b[2J\u001b[31mred\u009b1A\r\u0008")),
  raw("a half surrogate", '"\\ud800"'),
  raw("NUL", '"a\\u0000b"'),
  raw("lines", '"a\\n::error::owned\\n| a | b |\\n"'),
  raw("markup", JSON.stringify('</script><script>alert(1)</script><img src=x onerror="alert(1)">')),
  text("right to left", "\u202egnp.exe"),
  text("a path upwards", "../../../../canary/secret.txt"),
  text("a path from the root", "/etc/passwd"),
  text("a date that is none", "2026-99-99T99:99:99Z"),
  text("a date far away", "+275760-09-13T00:00:00.001Z"),
];

/** Names that are paths, or are not what names are. `CANARY` is where the canary is, from the folder of the store. */
export const BAD_IDS: BadValue[] = [
  text("upwards", ".."),
  text("here", "."),
  text("to the canary", "../../canary"),
  text("far upwards", "../../../../../../../../CANARY"),
  text("from the root", "CANARY"),
  text("deep upwards", "a/../../../canary/x"),
  text("backslashes", "..\\..\\canary"),
  text("empty", ""),
  text("a slash", "/"),
  text("NUL in a name", "a\0b"),
  text("10 kB", "x".repeat(10_000)),
  text("300 bytes", "y".repeat(300)),
  text("an escape sequence", "\u001b]0;owned\u0007\u001b[2J"),
  text("a new line", "a\nb"),
  text("proto", "__proto__"),
  text("construction", "constructor"),
  text("a hidden name", ".lock"),
  text("a device", "CON"),
  text("an option", "--yes"),
  text("case", "DILIGENT"),
  text("another normal form", "e\u0301"),
];

/** Every place in a value, from the outside in; of a list only its first and its last element. */
export function placesIn(value: unknown, path: (string | number)[] = [], found: (string | number)[][] = []) {
  if (path.length > 0) found.push(path);
  if (typeof value !== "object" || value === null || path.length > 9) return found;
  const names = Array.isArray(value) ? [...new Set([0, value.length - 1])].filter((at) => at >= 0) : Object.keys(value);
  for (const name of names) placesIn((value as Record<string, unknown>)[name], [...path, name], found);
  return found;
}

/** The value as JSON text with one place changed. */
export function withBadValue(value: unknown, path: readonly (string | number)[], bad: BadValue): string {
  const copy = structuredClone(value) as Record<string | number, unknown>;
  let at = copy;
  for (const name of path.slice(0, -1)) at = at[name] as typeof at;
  const last = path.at(-1)!;
  if (bad === MISSING && Array.isArray(at)) at.splice(Number(last), 1);
  else if (bad === MISSING) delete at[last];
  else at[last] = PLACEHOLDER;
  return JSON.stringify(copy).replace(JSON.stringify(PLACEHOLDER), () => bad.json);
}

const PLACEHOLDER = "@@ the bad value stands here @@";
