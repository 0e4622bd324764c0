export { openClaw } from "./descriptor.ts";
export { openClawProgram } from "./program.ts";
