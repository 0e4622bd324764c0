import { join } from "node:path";
import { LockedError } from "../../errors/index.ts";
import { removeLeftovers, takeLock } from "../../store/index.ts";

/** Locks a name: two processes would mix their files and pay twice for the same answers. */
export async function withNameLock<Result>(folder: string, name: string, work: () => Promise<Result>): Promise<Result> {
  const locked = takeLock(join(folder, ".lock"));
  if (!locked.ok) {
    const { pid, host } = locked.holder;
    throw new LockedError(
      `process ${pid} on ${host} is judging under the name ${name} right now; wait for it, or take another --name`,
      { pid, host },
    );
  }
  try {
    if (locked.dead) removeLeftovers(locked.dead, [folder]);
    return await work();
  } finally {
    locked.lock.release();
  }
}
