/** Wraps a chunk in a script, the only way for a page from file:// to load data. */
export function chunkScript(name: string, value: unknown): string {
  return `assay.data(${JSON.stringify(name)},${JSON.stringify(value ?? null)});\n`;
}
