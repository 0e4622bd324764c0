/** A caller's listener whose exceptions are held back until they can be handled. */
export interface GuardedListener<Event> {
  tell(event: Event): void;
  /** Throws the listener's first exception, if any. */
  rethrow(): void;
}

/**
 * Guards a listener that may throw: results in flight are stored before its exception is reported.
 *
 * @param onThrow called each time
 */
export function guardedListener<Event>(
  listen: ((event: Event) => void) | undefined,
  onThrow: () => void,
): GuardedListener<Event> {
  let thrown: { error: unknown } | null = null;
  return {
    tell(event) {
      try {
        listen?.(event);
      } catch (error) {
        thrown ??= { error };
        onThrow();
      }
    },
    rethrow() {
      if (thrown) throw thrown.error;
    },
  };
}
