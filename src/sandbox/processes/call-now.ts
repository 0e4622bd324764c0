import { spawnSync } from "node:child_process";

const SECONDS = 20;

/** Calls a program while our own process is ending: there nothing can be awaited, and nobody reads what it says. */
export function callNow(program: string, words: string[], env: Record<string, string | undefined>): void {
  spawnSync(program, words, { env: env as NodeJS.ProcessEnv, stdio: "ignore", timeout: SECONDS * 1000 });
}
