/** JSON loses `-0`, which YAML can express, and `undefined`, which a schema can produce. */
export function survivesJson(value: unknown): boolean {
  if (typeof value === "number") return !Object.is(value, -0);
  if (typeof value !== "object" || value === null) return value !== undefined;
  return Object.values(value).every(survivesJson);
}
