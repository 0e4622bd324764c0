import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../text/index.ts";

/** Parts of every page besides its data. */
export interface PageAssets {
  script: string;
  style: string;
  font: Buffer;
}

/** Reads the files that the build puts beside the program. */
export function readAssets(): PageAssets {
  const built = join(packageRoot(), "dist", "viewer");
  return {
    script: readFileSync(join(built, "assay.js"), "utf8"),
    style: readFileSync(join(built, "assay.css"), "utf8"),
    font: readFileSync(join(packageRoot(), "assets", "fonts", "Inter-Regular-subset.otf")),
  };
}
