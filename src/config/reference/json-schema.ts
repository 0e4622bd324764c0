import { z } from "zod";
import type { FileKind } from "../schema/file-kinds.ts";

/**
 * Builds a JSON Schema for editors, in draft 7, which the YAML language server supports best. It cannot express rules across fields; `assay
 * validate` checks those.
 */
export function jsonSchemaOf({ kind, description, schema }: Pick<FileKind, "kind" | "description" | "schema">): object {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: "input", target: "draft-7", unrepresentable: "any" });
  return { $schema, title: `Assay ${kind}`, description, ...rest };
}
