import { FILE_KINDS } from "../schema/file-kinds.ts";
import { jsonSchemaOf } from "./json-schema.ts";

/** Where a workspace keeps JSON Schemas, so that the `yaml-language-server` lines in its files work offline. */
export const SCHEMA_FOLDER = "configs/.schemas";

/** File name and text of the JSON Schema of every kind. */
export function schemaFiles(): [name: string, text: string][] {
  return FILE_KINDS.map((kind) => [`${kind.kind}.json`, `${JSON.stringify(jsonSchemaOf(kind), null, 2)}\n`]);
}
