import { FILE_KINDS } from "../schema/file-kinds.ts";
import { jsonSchemaOf } from "./json-schema.ts";

/** Folder of JSON Schemas in a workspace, so that the `yaml-language-server` lines in its files work offline. */
export const SCHEMA_FOLDER = "configs/.schemas";

/** Renders the JSON Schema of every kind, with its file name. */
export function schemaFiles(): [name: string, text: string][] {
  return FILE_KINDS.map((kind) => [`${kind.kind}.json`, `${JSON.stringify(jsonSchemaOf(kind), null, 2)}\n`]);
}
