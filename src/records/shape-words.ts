/** JSON Schemas in a few words. Fields that are not named may be there: later versions add some. */
export type Shape = Record<string, unknown>;

export const ANYTHING: Shape = {};
export const TEXT: Shape = { type: "string" };
export const ANY_NUMBER: Shape = { type: "number" };
export const FLAG: Shape = { type: "boolean" };
export const WHOLE_NUMBER: Shape = { type: "integer", minimum: 0 };
/** Repetitions are counted from 1. */
export const ORDINAL: Shape = { type: "integer", minimum: 1 };
export const HASH: Shape = { type: "string", pattern: "^[0-9a-f]{64}$" };
export const MAPPING: Shape = { type: "object" };

export const onlyValue = (value: unknown): Shape => ({ const: value });
export const oneOf = (...values: readonly unknown[]): Shape => ({ enum: values });
export const either = (...shapes: Shape[]): Shape => ({ anyOf: shapes });
export const orNull = (shape: Shape): Shape => either(shape, { type: "null" });
export const list = (items: Shape): Shape => ({ type: "array", items });
export const mapOf = (values: Shape): Shape => ({ type: "object", additionalProperties: values });

/** An object with all of the first fields, and perhaps some of the second. */
export function fields(required: Record<string, Shape>, optional: Record<string, Shape> = {}): Shape {
  return { type: "object", properties: { ...required, ...optional }, required: Object.keys(required) };
}
