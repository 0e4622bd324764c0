export { runHook } from "./run-hook.ts";
