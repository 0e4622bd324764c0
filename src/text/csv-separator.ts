/**
 * Suggests a fix for a header whose cells are not separated by commas; null when they are. Many locales write semicolons, because
 * their numbers use decimal commas.
 */
export function separatorProblem(header: readonly string[]): string | null {
  const [only] = header;
  if (header.length !== 1 || only === undefined || !/[;\t]/.test(only)) return null;
  const separator = only.includes(";") ? "semicolons" : "tabs";
  return `the cells are separated by ${separator}; save the file with commas between them`;
}
