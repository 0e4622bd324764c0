/** Reads `--group-by a,b --group-by c` as [[a, b], [c]]. */
export function groupings(value: string, before: string[][] = []): string[][] {
  const columns = value.split(",").map((column) => column.trim());
  return [...before, columns.filter((column) => column !== "")];
}
