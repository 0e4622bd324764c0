import { execFileSync } from "node:child_process";
import { projectRoot } from "./project-root.ts";

/** Builds dist/ before the end-to-end tests, so that they call what a user would install. */
export default function setup(): void {
  execFileSync(process.execPath, ["scripts/build.mjs"], { cwd: projectRoot, stdio: "inherit" });
}
