/**
 * What to do about a first line whose cells are not separated by commas; null when they are. Spreadsheets of half the world write semicolons, because a comma stands
 * in their numbers.
 */
export function separatorProblem(header: readonly string[]): string | null {
  const [only] = header;
  if (header.length !== 1 || only === undefined || !/[;\t]/.test(only)) return null;
  const separator = only.includes(";") ? "semicolons" : "tabs";
  return `the cells are separated by ${separator}; save the file with commas between them`;
}
