import { join } from "node:path";
import { type Lock, removeLeftovers, takeLock } from "../../store/index.ts";
import { canonicalHash, sha256 } from "../../text/index.ts";
import type { PanelJudge } from "./panel.ts";

export type JudgingLocks = { ok: true; release: () => void } | { ok: false; problem: string };

/**
 * Locks everybody this profile asks, within the suite: two processes that would put the same question to the same judge exclude each other,
 * so no answer is paid for twice, while profiles with other judges or other instructions can be judged at the same time. A profile
 * without judges locks its own folder.
 */
export function takeJudgingLocks(
  outputs: string,
  suiteId: string,
  { judges, systemPrompt, folder }: { judges: PanelJudge[]; systemPrompt: string; folder: string },
): JudgingLocks {
  const asked = judges.map(({ model, options, gateway }) =>
    canonicalHash({ endpoint: gateway.endpoint, model, options, system_sha256: sha256(systemPrompt) }).slice(0, 16),
  );
  const names = asked.length > 0 ? [...new Set(asked)].sort() : [folder];
  const taken: Lock[] = [];
  const release = () => {
    for (const lock of taken) lock.release();
  };
  for (const name of names) {
    const file = `evaluations/${suiteId}/.lock-${name}`;
    const locked = takeLock(join(outputs, file));
    if (!locked.ok) {
      release();
      const { pid, host, since } = locked.holder;
      const who = `process ${pid} on ${host} has been judging this suite with the same judge since ${since} (outputs/${file})`;
      return { ok: false, problem: `${who}. Wait for it to end and run again: what it finished will be reused.` };
    }
    taken.push(locked.lock);
    if (locked.dead) removeLeftovers(locked.dead, [join(outputs, "evaluations", suiteId), join(outputs, "calls")]);
  }
  return { ok: true, release };
}
