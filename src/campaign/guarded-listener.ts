/** A listener of somebody else's, whose exceptions are kept until there is time for them. */
export interface GuardedListener<Event> {
  tell(event: Event): void;
  /** Throws what the listener threw first, if it threw anything. */
  rethrow(): void;
}

/**
 * Whoever listens may throw, and must hear of that and not of a disk: what is in flight is stored first.
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
