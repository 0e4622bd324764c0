import { type Interrupt, listenForInterrupt } from "./interrupt.ts";

/** Starts listening only when `begin` is called. */
export interface LateInterrupt extends Interrupt {
  begin(): void;
}

/** Leaves Ctrl-C to the system until something is paid for, so that it also ends a process waiting for stdin. */
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
