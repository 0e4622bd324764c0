/** A JSON Schema of something that is stored or sent, in a few words. */
export type Shape = Record<string, unknown>;

export const ANYTHING: Shape = {};
/** How long a text may be is a matter of the whole. */
export const TEXT: Shape = { type: "string" };
/** Of a tool, a file, a model: longer ones are no names. */
export const NAME: Shape = { type: "string", maxLength: 4096 };
export const ANY_NUMBER: Shape = { type: "number" };
export const FLAG: Shape = { type: "boolean" };
export const WHOLE_NUMBER: Shape = { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
/** Repetitions are counted from 1. */
export const ORDINAL: Shape = { type: "integer", minimum: 1 };
/** Counts that a provider reports may have fractions and be far too large; none is below nothing. */
export const AMOUNT: Shape = { type: "number", minimum: 0 };
/** Nothing that Assay asks for costs more, and nothing pays back. */
export const USD: Shape = { type: "number", minimum: 0, maximum: 1e6 };
/** Milliseconds up to thirty years. */
export const DURATION_MS: Shape = { type: "number", minimum: 0, maximum: 1e12 };
/** As `Date` writes it. */
export const MOMENT: Shape = { type: "string", pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$" };
export const HASH: Shape = { type: "string", pattern: "^[0-9a-f]{64}$" };
/** Of a runner or a provider: kept as it is. */
export const MAPPING: Shape = { type: "object" };

export const onlyValue = (value: unknown): Shape => ({ const: value });
export const oneOf = (...values: readonly unknown[]): Shape => ({ enum: values });
export const either = (...shapes: Shape[]): Shape => ({ anyOf: shapes });
/** What is wrong is said of the shape itself, not of the two alternatives. */
export const orNull = (shape: Shape): Shape => ({ if: { type: "null" }, else: shape });
export const list = (items: Shape, most = 1_000_000): Shape => ({ type: "array", items, maxItems: most });
export const mapOf = (values: Shape): Shape => ({ type: "object", additionalProperties: values });

/** An object with all of the first fields, and perhaps some of the second. Others may be there: later versions add some. */
export function fields(required: Record<string, Shape>, optional: Record<string, Shape> = {}): Shape {
  return { type: "object", properties: { ...required, ...optional }, required: Object.keys(required) };
}

/** A field that may be left out. */
export interface OptionalShape {
  mayBeMissing: Shape;
}

export function optional(shape: Shape): OptionalShape {
  return { mayBeMissing: shape };
}

/** Every field of a type, so that one that is added to the type and not to its shape does not compile. */
type FieldsOf<Value> = { [Key in keyof Value]-?: FieldShape<Value, Key> };
type FieldShape<Value, Key extends keyof Value> = unknown extends Value[Key]
  ? Shape | OptionalShape
  : object extends Pick<Value, Key>
    ? OptionalShape
    : Shape;

/** An object with the fields of a type and no others. */
export function closedObject<Value>(named: FieldsOf<Value>): Shape {
  const all = Object.entries<Shape | OptionalShape>(named);
  const isOptional = (field: Shape | OptionalShape): field is OptionalShape => "mayBeMissing" in field;
  return {
    type: "object",
    required: all.flatMap(([name, field]) => (isOptional(field) ? [] : [name])),
    properties: Object.fromEntries(all.map(([name, field]) => [name, isOptional(field) ? field.mayBeMissing : field])),
    additionalProperties: false,
  };
}

/** One of several objects, told apart by the value of one field. What is wrong is said of the one that is meant. */
export function oneOfKinds(field: string, kinds: Record<string, Shape>): Shape {
  const is = (kind: string) => ({ type: "object", required: [field], properties: { [field]: { const: kind } } });
  return {
    type: "object",
    required: [field],
    properties: { [field]: { enum: Object.keys(kinds) } },
    allOf: Object.entries(kinds).map(([kind, shape]) => ({ if: { not: is(kind) }, else: shape })),
  };
}
