import { spawnSync } from "node:child_process";

const SECONDS = 20;

/** Calls a program synchronously while our own process exits, ignoring its output. */
export function runSynchronously(program: string, args: string[], env: Record<string, string | undefined>): void {
  spawnSync(program, args, { env: env as NodeJS.ProcessEnv, stdio: "ignore", timeout: SECONDS * 1000 });
}
