/** The behaviour of each function when asked. */
export const BEHAVIOURS: Record<string, unknown>;
