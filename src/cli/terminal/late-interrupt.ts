import { type Interrupt, listenForInterrupt } from "./interrupt.ts";

/** An interrupt that is heard only from `begin` on. */
export interface LateInterrupt extends Interrupt {
  begin(): void;
}

/** Until something is paid for nothing can be lost, and Ctrl-C may end the process as it always does, also one that waits for stdin. */
export function lateInterrupt(say: (message: string) => void): LateInterrupt {
  const noNewWork = new AbortController();
  const work = new AbortController();
  let heard: Interrupt | null = null;
  return {
    noNewWork: noNewWork.signal,
    signal: work.signal,
    begin() {
      heard ??= listenForInterrupt(say);
      heard.noNewWork.addEventListener("abort", () => noNewWork.abort());
      heard.signal.addEventListener("abort", () => work.abort());
    },
    dispose: () => heard?.dispose(),
  };
}
