import type { z } from "zod";
import { definitionOf, unwrap } from "../schema/fields/schema-at.ts";
import type { Template } from "./template.ts";
import { type AcceptedKinds, type JsonKind, jsonKindOf } from "./typed-value.ts";

/** Adds to each placeholder that is a whole value the types its schema accepts. */
export function withAcceptedKinds(template: Template, schema: z.ZodType): Template {
  return fitted(template, membersOf([schema], undefined));
}

function fitted(template: Template, schemas: readonly z.ZodType[]): Template {
  if (template.kind === "whole") return { ...template, accepted: kindsOf(schemas) };
  if (template.kind !== "branch") return template;
  const members = membersOf(schemas, template.value);
  const children = [...template.children].map(
    ([key, child]) =>
      [
        key,
        fitted(
          child,
          members.flatMap((member) => schemaBelow(member, key)),
        ),
      ] as const,
  );
  return { ...template, children: new Map(children) };
}

/** Flattens unions, dropping members whose discriminator does not match the value. */
function membersOf(schemas: readonly z.ZodType[], value: unknown): z.ZodType[] {
  return schemas.flatMap((schema) => {
    const here = unwrap(schema);
    const { options, discriminator } = definitionOf(here);
    if (options === undefined) return [here];
    const said =
      discriminator === undefined ? undefined : (value as Record<string, unknown> | undefined)?.[discriminator];
    const fitting = options.filter((option) => {
      const field = discriminator === undefined ? undefined : definitionOf(unwrap(option)).shape?.[discriminator];
      return said === undefined || field === undefined || field.safeParse(said).success;
    });
    return membersOf(fitting.length > 0 ? fitting : options, value);
  });
}

function schemaBelow(schema: z.ZodType, key: string | number): z.ZodType[] {
  const { shape, catchall, element, valueType, type } = definitionOf(schema);
  const below = typeof key === "number" ? element : (shape?.[key] ?? catchall ?? valueType);
  if (below !== undefined) return [below];
  return type === "unknown" || type === "any" ? [schema] : [];
}

function kindsOf(schemas: readonly z.ZodType[]): AcceptedKinds {
  const kinds = new Set<JsonKind>();
  for (const schema of membersOf(schemas, undefined)) {
    const definition = definitionOf(schema) as ReturnType<typeof definitionOf> & {
      entries?: Record<string, unknown>;
      values?: unknown[];
    };
    if (definition.type === "enum" || definition.type === "literal")
      for (const value of definition.values ?? Object.values(definition.entries ?? {})) kinds.add(jsonKindOf(value));
    else if (KINDS[definition.type] !== undefined) kinds.add(KINDS[definition.type]!);
    else if (definition.type !== "null" && definition.type !== "undefined") return "anything";
  }
  return kinds.size === 0 ? "anything" : kinds;
}

const KINDS: Record<string, JsonKind> = {
  string: "string",
  template_literal: "string",
  number: "number",
  int: "number",
  boolean: "boolean",
  array: "array",
  tuple: "array",
  object: "object",
  record: "object",
};
