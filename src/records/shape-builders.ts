/** A JSON Schema of stored or sent data, built from a few terms. */
export type Shape = Record<string, unknown>;

export const ANYTHING: Shape = {};
/** Unlimited, because the limit applies to the whole record. */
export const TEXT: Shape = { type: "string" };
/** Name of a tool, file or model; longer texts are not names. */
export const NAME: Shape = { type: "string", maxLength: 4096 };
export const ANY_NUMBER: Shape = { type: "number" };
export const FLAG: Shape = { type: "boolean" };
export const WHOLE_NUMBER: Shape = { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
/** Repetitions are counted from 1. */
export const ORDINAL: Shape = { type: "integer", minimum: 1 };
/** Counts reported by a provider may have fractions and be far too large, but are never negative. */
export const AMOUNT: Shape = { type: "number", minimum: 0 };
/** More than any request of Assay costs; never negative. */
export const USD: Shape = { type: "number", minimum: 0, maximum: 1e6 };
/** Milliseconds up to thirty years. */
export const DURATION_MS: Shape = { type: "number", minimum: 0, maximum: 1e12 };
/** As `Date` writes it. */
export const MOMENT: Shape = { type: "string", pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$" };
export const HASH: Shape = { type: "string", pattern: "^[0-9a-f]{64}$" };
/** Data of a runner or a provider, kept as it is. */
export const MAPPING: Shape = { type: "object" };

export const onlyValue = (value: unknown): Shape => ({ const: value });
export const oneOf = (...values: readonly unknown[]): Shape => ({ enum: values });
export const either = (...shapes: Shape[]): Shape => ({ anyOf: shapes });
/** Reports problems of the shape itself, not of the two alternatives. */
export const orNull = (shape: Shape): Shape => ({ if: { type: "null" }, else: shape });
export const list = (items: Shape, most = 1_000_000): Shape => ({ type: "array", items, maxItems: most });
export const mapOf = (values: Shape): Shape => ({ type: "object", additionalProperties: values });

/** An object with all required and any optional fields. Unknown fields are allowed, because later versions add some. */
export function fields(required: Record<string, Shape>, optional: Record<string, Shape> = {}): Shape {
  return { type: "object", properties: { ...required, ...optional }, required: Object.keys(required) };
}

/** A field that may be omitted. */
export interface OptionalShape {
  mayBeMissing: Shape;
}

export function optional(shape: Shape): OptionalShape {
  return { mayBeMissing: shape };
}

/** Requires every field of a type, so that one added to the type but not to its shape does not compile. */
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

/** One of several objects, told apart by one field. Reports problems of the selected one only. */
export function oneOfKinds(field: string, kinds: Record<string, Shape>): Shape {
  const is = (kind: string) => ({ type: "object", required: [field], properties: { [field]: { const: kind } } });
  return {
    type: "object",
    required: [field],
    properties: { [field]: { enum: Object.keys(kinds) } },
    allOf: Object.entries(kinds).map(([kind, shape]) => ({ if: { not: is(kind) }, else: shape })),
  };
}
