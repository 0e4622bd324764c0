import { z } from "zod";
import { definitionOf, unwrap } from "../../src/config/schema/fields/schema-at.ts";

/** Schemas by the name under which a page describes them. */
export type NamedSchemas = ReadonlyMap<string, z.ZodType>;

/** A Markdown table of an object's fields: name, type, default, meaning, as the schema has them. */
export function fieldTable(schema: z.ZodType, named: NamedSchemas): string {
  const rows = Object.entries(definitionOf(unwrap(schema)).shape ?? {}).map(
    ([name, field]) =>
      `| \`${name}\` | ${typeWords(field, named)} | ${defaultWords(field)} | ${cell(field.description ?? unwrap(field).description ?? "")} |`,
  );
  return ["| field | type | default | meaning |", "|---|---|---|---|", ...rows].join("\n");
}

interface TypeDefinition {
  type: string;
  element?: z.ZodType;
  valueType?: z.ZodType;
  options?: z.ZodType[];
  entries?: Record<string, string>;
  values?: unknown[];
  innerType?: z.ZodType;
}

function typeWords(schema: z.ZodType, named: NamedSchemas): string {
  for (const [name, known] of named) if (innermost(schema)._zod.def === known._zod.def) return linkTo(name);
  const { type, element, valueType, options, entries, values, innerType } = definitionOf(schema) as TypeDefinition;
  const words = schema.meta()?.type_name;
  if (typeof words === "string") return words;
  switch (type) {
    case "optional":
    case "default":
    case "prefault":
      return typeWords(innerType!, named);
    case "nullable":
      return `${typeWords(innerType!, named)} or null`;
    case "array":
      return `list of ${typeWords(element!, named)}`;
    case "record":
      return definitionOf(unwrap(valueType!)).type === "union"
        ? "mapping"
        : `mapping to ${typeWords(valueType!, named)}`;
    case "enum":
      return Object.values(entries!)
        .map((value) => `\`${value}\``)
        .join(", ");
    case "literal":
      return values!.map((value) => `\`${JSON.stringify(value)}\``).join(", ");
    case "union":
      return options!.map((option) => typeWords(option, named)).join(" or ");
    case "string":
      return "text";
    case "number":
      return numberWords(schema);
    case "boolean":
      return "`true`, `false`";
    case "object":
      return "mapping";
    case "never":
      return "refused";
    default:
      return type;
  }
}

/** A described schema is a copy with the same definition. */
function innermost(schema: z.ZodType): z.ZodType {
  const { type, innerType } = definitionOf(schema) as TypeDefinition;
  return innerType && ["optional", "default", "prefault", "nullable"].includes(type) ? innermost(innerType) : schema;
}

function numberWords(schema: z.ZodType): string {
  const { type, minimum, maximum, exclusiveMinimum } = z.toJSONSchema(schema) as z.core.JSONSchema.BaseSchema;
  const kind = type === "integer" ? "whole number" : "number";
  const least = minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum;
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (least !== undefined && most !== undefined) return `${kind} ${least}–${most}`;
  if (least !== undefined) return `${kind} ≥ ${least}`;
  return exclusiveMinimum === undefined ? kind : `${kind} > ${exclusiveMinimum}`;
}

function defaultWords(schema: z.ZodType): string {
  const { type } = definitionOf(schema);
  if (type !== "default" && type !== "prefault") return schema.isOptional() ? "" : "**required**";
  const { defaultValue } = definitionOf(schema) as unknown as { defaultValue: unknown };
  return typeof defaultValue === "object" && defaultValue !== null && !Array.isArray(defaultValue)
    ? ""
    : `\`${JSON.stringify(defaultValue)}\``;
}

function linkTo(name: string): string {
  return `[${name}](#${name.toLowerCase().replaceAll(" ", "-")})`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
