/**
 * Shares one abort listener per signal among many waiting jobs: adding a listener takes time proportional to those already there, and
 * thousands of jobs share one signal.
 */
export function openSharedAbortListener() {
  const waiting = new WeakMap<AbortSignal, Set<() => void>>();
  return {
    /** @returns a function that stops listening */
    on(signal: AbortSignal | undefined, giveUp: () => void): () => void {
      if (!signal) return () => {};
      const known = waiting.get(signal) ?? listenTo(signal);
      known.add(giveUp);
      return () => void known.delete(giveUp);
    },
  };

  function listenTo(signal: AbortSignal): Set<() => void> {
    const listeners = new Set<() => void>();
    waiting.set(signal, listeners);
    const endAll = () => {
      for (const giveUp of [...listeners]) giveUp();
    };
    signal.addEventListener("abort", endAll, { once: true });
    return listeners;
  }
}
