export { openClaw } from "./descriptor.ts";
export { runOpenClaw } from "./run-openclaw.ts";
