/** A chunk as a script: the only form in which a page from file:// can load data. */
export function chunkScript(name: string, value: unknown): string {
  return `assay.data(${JSON.stringify(name)},${JSON.stringify(value ?? null)});\n`;
}
