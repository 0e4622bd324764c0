import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
let loaded: typeof import("yaml") | undefined;

/** The YAML library, loaded when a file is not as plain as most, or has to be pointed into: it takes as long to load as hundreds of files. */
export function yamlLibrary(): typeof import("yaml") {
  loaded ??= require("yaml") as typeof import("yaml");
  return loaded;
}
