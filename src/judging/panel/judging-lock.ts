import { join } from "node:path";
import { LockedError } from "../../errors/index.ts";
import { removeLeftovers, takeLock } from "../../store/index.ts";

export type JudgingLock = { ok: true; release: () => void } | { ok: false; error: LockedError };

/**
 * Prevents a second process from judging the same campaign by the same profile, where both would write the same files. Different
 * profiles and campaigns are judged concurrently: the panel ensures that no question is paid for twice.
 *
 * @param folder of the evaluations, relative to outputs/: `evaluations/<suite>/<run profile>/<evaluation profile>`
 */
export function takeJudgingLock(outputs: string, folder: string): JudgingLock {
  const locked = takeLock(join(outputs, folder, ".lock"));
  if (!locked.ok) {
    const { pid, host, since } = locked.holder;
    const who = `process ${pid} on ${host} has been judging this campaign by the same profile since ${since} (outputs/${folder}/.lock)`;
    const sentence = `${who}. Wait for it to end, then run again: what it finished will be reused.`;
    return { ok: false, error: new LockedError(sentence, { pid, host }) };
  }
  if (locked.dead) removeLeftovers(locked.dead, [join(outputs, folder, "..", "..")]);
  return { ok: true, release: locked.lock.release };
}
