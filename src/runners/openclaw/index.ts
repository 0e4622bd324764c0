export { openClaw } from "./descriptor.ts";
export { openClawProgram } from "./program.ts";
export { runOpenClaw } from "./run-openclaw.ts";
