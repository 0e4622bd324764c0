/** Sorts what is kept under names by them, and keeps only the wanted name if there is one. */
export function byName<Named extends { name: string }>(found: readonly Named[], wanted: string | undefined): Named[] {
  return found
    .filter(({ name }) => wanted === undefined || wanted === name)
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Writes a field of a packet for people: a text as it is, anything else as JSON. */
export function shownText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
