import { join } from "node:path";

/** Lock for removing records; writers wait for it. */
export function pruningLock(outputs: string): string {
  return join(outputs, ".pruning.lock");
}
