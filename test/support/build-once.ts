import { execFileSync } from "node:child_process";
import { removePacked } from "./pack-once.ts";
import { projectRoot } from "./project-root.ts";

/** Builds dist/ once before tests that call the CLI, so that they call what a user would install. */
export default function setup(): (() => void) | undefined {
  const builder = "ASSAY_BUILT_BY_PROCESS";
  if (process.env[builder] === String(process.pid)) return undefined;
  execFileSync(process.execPath, ["scripts/build.mjs"], { cwd: projectRoot, stdio: "inherit" });
  process.env[builder] = String(process.pid);
  return removePacked;
}
