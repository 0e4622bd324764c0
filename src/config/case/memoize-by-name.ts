/** Looks up a value by name, once. Rows of a dataset refer to the same few files thousands of times, and these do not change in between. */
export type MemoizeByName = <Found>(name: string, look: () => Found) => Found;

export function memoizeByName(): MemoizeByName {
  const found = new Map<string, unknown>();
  return <Found>(name: string, look: () => Found): Found => {
    if (!found.has(name)) found.set(name, look());
    return found.get(name) as Found;
  };
}
