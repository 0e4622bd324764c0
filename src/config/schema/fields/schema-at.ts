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

/** The schema that a field is held to, without its optional, default and similar wrappings. */
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

/** The field names an object takes; nothing for what is no object. */
export function fieldsOf(schema: z.ZodType | undefined): string[] {
  return Object.keys((schema && definitionOf(schema).shape) ?? {});
}

/** Whether an object passes fields through that it does not know. */
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

/** Whether a schema takes whatever JSON can hold. */
export function isAnyJson(schema: z.ZodType): boolean {
  const { innerType, getter } = definitionOf(schema);
  return getter !== undefined || (innerType !== undefined && isAnyJson(innerType));
}

/** Of a union, the member that the value says it is; of text or a mapping or a list, the mapping or the list for whatever is one. */
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
