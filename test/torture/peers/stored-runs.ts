import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RunArtifact } from "../../../src/records/index.ts";
import { filesBelow } from "../hostile/leaks.ts";

/** The first run of every trial, by the id of its case or its model. */
export function storedRuns(root: string, by: "case" | "model"): Map<string, RunArtifact> {
  const outputs = join(root, "outputs");
  if (!existsSync(outputs)) return new Map();
  const paths = filesBelow(outputs).filter((path) => path.endsWith("/run_1.json"));
  return new Map(
    paths.map((path) => {
      const run: RunArtifact = JSON.parse(readFileSync(join(outputs, path), "utf8"));
      return [path.split("/").at(by === "case" ? -2 : -3)!, run] as const;
    }),
  );
}
