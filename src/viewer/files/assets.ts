import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../text/index.ts";

/** What every page consists of besides its data: one script, one style sheet, one typeface. */
export interface PageAssets {
  script: string;
  style: string;
  font: Buffer;
}

/** Reads what the build has put beside the program. */
export function readAssets(): PageAssets {
  const built = join(packageRoot(), "dist", "viewer");
  return {
    script: readFileSync(join(built, "assay.js"), "utf8"),
    style: readFileSync(join(built, "assay.css"), "utf8"),
    font: readFileSync(join(packageRoot(), "assets", "fonts", "Inter-Regular-subset.otf")),
  };
}
