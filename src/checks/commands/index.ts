export { runCommandCheck } from "./run-command.ts";
