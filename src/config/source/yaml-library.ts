import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
let loaded: typeof import("yaml") | undefined;

/** Loads the YAML library on demand, for unusual files and for positions: loading takes as long as reading hundreds of files. */
export function yamlLibrary(): typeof import("yaml") {
  loaded ??= require("yaml") as typeof import("yaml");
  return loaded;
}
