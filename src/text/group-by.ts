/**
 * Groups items by a key, in the order in which the keys first appear.
 *
 * @example groupBy(["pear", "plum", "apple"], (name) => name[0]) // Map { "p" → ["pear", "plum"], "a" → ["apple"] }
 */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) addTo(groups, keyOf(item), item);
  return groups;
}

/** Adds a value to the list of a key. */
export function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
