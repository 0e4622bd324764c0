import type { Controls } from "../controls.ts";

/** Reports once per process that its answers are awaited: nothing hangs, and nothing is paid for twice. */
export function announceWaitOnce(onEvent: Controls["onEvent"]): (holder: string) => void {
  const told = new Set<string>();
  return (holder) => {
    if (told.has(holder)) return;
    told.add(holder);
    const message = `Waiting for ${holder}, which is asking the same right now; its answers will be reused.`;
    onEvent?.({ type: "note", message });
  };
}
