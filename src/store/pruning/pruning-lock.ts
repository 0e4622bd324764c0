import { join } from "node:path";

/** Held while records are taken out of a store; whoever wants to store something waits for its end. */
export function pruningLock(outputs: string): string {
  return join(outputs, ".pruning.lock");
}
