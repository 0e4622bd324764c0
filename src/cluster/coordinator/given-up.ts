/** Ends what waits when a signal comes. Thousands of jobs share one signal, and each listener costs as much as there are: it is listened to once. */
export function openGivingUp() {
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
