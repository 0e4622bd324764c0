/** What each function does when it is asked. */
export const BEHAVIOURS: Record<string, unknown>;
