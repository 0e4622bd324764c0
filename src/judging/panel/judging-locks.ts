import { join } from "node:path";
import { type Lock, removeLeftovers, takeLock } from "../../store/index.ts";
import { canonicalHash, sha256 } from "../../text/index.ts";
import type { ResolvedJudge } from "./judges.ts";

export type JudgingLocks = { ok: true; release: () => void } | { ok: false; problem: string };

/**
 * Locks everybody who is asked, within a scope (a suite): two processes that would put the same question to the same judge exclude each
 * other, so no answer is paid for twice, while other judges or other instructions can be asked at the same time. Without judges,
 * `otherwise` names the lock.
 */
export function takeJudgingLocks(
  outputs: string,
  scope: string,
  { judges, systemPrompt, otherwise }: { judges: readonly ResolvedJudge[]; systemPrompt: string; otherwise: string },
): JudgingLocks {
  const asked = judges.map(({ model, options, gateway }) =>
    canonicalHash({ endpoint: gateway.endpoint, model, options, system_sha256: sha256(systemPrompt) }).slice(0, 16),
  );
  const names = asked.length > 0 ? [...new Set(asked)].sort() : [otherwise];
  const taken: Lock[] = [];
  const release = () => {
    for (const lock of taken) lock.release();
  };
  for (const name of names) {
    const file = `evaluations/${scope}/.lock-${name}`;
    const locked = takeLock(join(outputs, file));
    if (!locked.ok) {
      release();
      const { pid, host, since } = locked.holder;
      const who = `process ${pid} on ${host} has been judging this suite with the same judge since ${since} (outputs/${file})`;
      return { ok: false, problem: `${who}. Wait for it to end and run again: what it finished will be reused.` };
    }
    taken.push(locked.lock);
    if (locked.dead) removeLeftovers(locked.dead, [join(outputs, "evaluations", scope)]);
  }
  return { ok: true, release };
}
