import { spawnSync } from "node:child_process";

const SECONDS = 20;

/** Calls a program synchronously while our own process exits, ignoring its output. */
export function callNow(program: string, words: string[], env: Record<string, string | undefined>): void {
  spawnSync(program, words, { env: env as NodeJS.ProcessEnv, stdio: "ignore", timeout: SECONDS * 1000 });
}
