import type { z } from "zod";
import { isRecord } from "../../../text/index.ts";

interface Definition {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  catchall?: z.ZodType;
  element?: z.ZodType;
  valueType?: z.ZodType;
  options?: z.ZodType[];
  discriminator?: string;
  getter?: () => z.ZodType;
}

/** Returns the schema of a field without optional, default and similar wrappers. */
export function schemaAt(schema: z.ZodType, path: readonly (string | number)[], value: unknown): z.ZodType | undefined {
  let current: z.ZodType | undefined = chosenOption(unwrap(schema), value);
  let here = value;
  for (const key of path) {
    if (current === undefined) return undefined;
    const { shape, catchall, element, valueType } = definitionOf(current);
    current = typeof key === "number" ? element : (shape?.[key] ?? catchall ?? valueType);
    here = (here as Record<string | number, unknown> | null | undefined)?.[key];
    if (current !== undefined) current = chosenOption(unwrap(current), here);
  }
  return current;
}

/** Lists the fields of an object schema; empty for others. */
export function fieldsOf(schema: z.ZodType | undefined): string[] {
  return Object.keys((schema && definitionOf(schema).shape) ?? {});
}

/** Returns whether an object schema passes unknown fields through. */
export function takesOtherFields(schema: z.ZodType | undefined): boolean {
  const catchall = schema && definitionOf(schema).catchall;
  return catchall !== undefined && definitionOf(catchall).type !== "never";
}

export function definitionOf(schema: z.ZodType): Definition {
  return schema._zod.def as unknown as Definition;
}

export function unwrap(schema: z.ZodType): z.ZodType {
  const { innerType, in: input, getter } = definitionOf(schema);
  const inner = innerType ?? input ?? getter?.();
  return inner ? unwrap(inner) : schema;
}

/** Returns whether a schema accepts any JSON. */
export function isAnyJson(schema: z.ZodType): boolean {
  const { innerType, getter } = definitionOf(schema);
  return getter !== undefined || (innerType !== undefined && isAnyJson(innerType));
}

/** Chooses a union's member by the value's discriminator, or by its type among text, mapping and list. */
function chosenOption(schema: z.ZodType, value: unknown): z.ZodType {
  const { options, discriminator } = definitionOf(schema);
  if (options === undefined) return schema;
  if (discriminator === undefined) {
    const isLike = (option: z.ZodType) =>
      Array.isArray(value) ? definitionOf(option).element : isRecord(value) && definitionOf(option).shape;
    const fitting = options.map(unwrap).filter(isLike);
    return fitting.length === 1 ? fitting[0]! : schema;
  }
  const wanted = (value as Record<string, unknown> | null | undefined)?.[discriminator];
  const chosen = options.map(unwrap).find((option) => {
    const field = definitionOf(option).shape?.[discriminator];
    return field?.safeParse(wanted).success;
  });
  return chosen ?? schema;
}
