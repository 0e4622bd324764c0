/** The type a field of a verdict must have. A number without bounds takes any finite value. */
export type FieldRule =
  | { type: "integer" | "number"; min?: number; max?: number }
  | { type: "boolean" }
  | { type: "string" };

/**
 * Finds the fields that a prose rubric names plainly: a line that starts with a name followed directly by the type of
 * its value, as in `- score (1-5): how coherent` or `"distinct_topics": integer, 0 or more`. A bare name counts only
 * when it is one of `expected`, because prose is full of words before colons; a quoted or backticked one always counts.
 *
 * @example plainFields("- `score` (1-5): …") // { score: { type: "integer", min: 1, max: 5 } }
 */
export function plainFields(rubric: string, expected: readonly string[] = []): Record<string, FieldRule> {
  const fields: Record<string, FieldRule> = {};
  for (const line of rubric.split("\n")) {
    const named = NAMED_LINE.exec(line);
    const name = named?.groups?.quoted ?? named?.groups?.bare;
    if (!named || name === undefined || Object.hasOwn(fields, name)) continue;
    if (named.groups?.bare !== undefined && !expected.includes(name)) continue;
    const rule = ruleInWords(line.slice(named[0].length));
    if (rule) fields[name] = rule;
  }
  return fields;
}

const NAMED_LINE =
  /^\s*(?:[-*•]|\d+[.)])?\s*(?:\*\*)?(?:["'`](?<quoted>[A-Za-z_]\w*)["'`]|(?<bare>[A-Za-z_]\w*))(?:\*\*)?(?=\s*(?:[:=(—–]|-\s|is\b))/;
const RANGE = /(?<![\w.])(-?\d+(?:\.\d+)?)\s*(?:-|–|—|to|\.\.+)\s*(\d+(?:\.\d+)?)(?![\w])/;
/** Characters after the name that describe its value; text further on is about something else. */
const REACH = 60;

function ruleInWords(rest: string): FieldRule | null {
  const words = rest.slice(0, REACH);
  const range = RANGE.exec(words);
  if (range) {
    const [min, max] = [Number(range[1]), Number(range[2])];
    // `0.0–1.0` means fractions, although both ends are whole numbers.
    const whole = !range[0].replace(/\.\.+/, "").includes(".") && !/\b(?:number|float|decimal|real)\b/i.test(words);
    return min < max ? { type: whole ? "integer" : "number", min, max } : null;
  }
  if (/\b(?:boolean|bool|true\s*(?:\/|or|,)\s*false|true if|whether)\b/i.test(words)) return { type: "boolean" };
  if (/\b(?:count|how many|number of)\b/i.test(words)) return { type: "integer", min: 0 };
  if (/\b(?:integer|int|whole number)\b/i.test(words)) return { type: "integer" };
  if (/\b(?:number|float|decimal)\b/i.test(words)) return { type: "number" };
  if (/\b(?:string|text)\b/i.test(words)) return { type: "string" };
  return null;
}
