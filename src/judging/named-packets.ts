/** Sorts named results, and keeps only the wanted one if a name is given. */
export function byName<Named extends { name: string }>(found: readonly Named[], wanted: string | undefined): Named[] {
  return found
    .filter(({ name }) => wanted === undefined || wanted === name)
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Formats a packet's field for people: a text unchanged, anything else as JSON. */
export function shownText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
