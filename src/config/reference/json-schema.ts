import { z } from "zod";
import type { FileKind } from "../schema/file-kinds.ts";

/**
 * JSON Schema for editors. Draft 7, because that is what the YAML language server understands best. Rules between
 * fields cannot be said in it; `assay validate` knows them all.
 */
export function jsonSchemaOf({ kind, description, schema }: Pick<FileKind, "kind" | "description" | "schema">): object {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: "input", target: "draft-7", unrepresentable: "any" });
  return { $schema, title: `Assay ${kind}`, description, ...rest };
}
