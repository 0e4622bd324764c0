const LOOK_EVERY_MS = 1000;
/** Of the time of one core, what open pages may take from the campaign they watch. */
const SHARE = 1 / 5;

/** When a store that changes is looked at again, given how long it took to compose what open pages asked for after the change before. */
export function nextLookMs(composingMs: number): number {
  return Math.max(LOOK_EVERY_MS, composingMs / SHARE);
}
