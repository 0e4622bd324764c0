import { openStore, type Store, type StoreOptions } from "../../store/index.ts";
import { plural } from "../../text/presentation/index.ts";
import type { Controls } from "../controls.ts";

/** Further damage is only counted. */
const MOST_NAMED = 5;

/** Opens a folder's store for some work, closes it afterwards, and reports damaged records. */
export async function withStore<Result>(
  outputs: string,
  onEvent: Controls["onEvent"],
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  return await withStores(async (open) => {
    const store = open(outputs);
    try {
      return await work(store);
    } finally {
      tellOfDamage(store, onEvent);
    }
  });
}

/** Works with stores that are opened when they are first asked for, each once, and closed however the work ends. */
export async function withStores<Result>(
  work: (open: (outputs: string) => Store) => Promise<Result>,
  options?: StoreOptions,
): Promise<Result> {
  const stores = new Map<string, Store>();
  try {
    return await work((outputs) => {
      const store = stores.get(outputs) ?? openStore(outputs, options);
      stores.set(outputs, store);
      return store;
    });
  } finally {
    for (const store of stores.values()) await store.close();
  }
}

/** Tells of every record that was found damaged while a store was read. */
export function tellOfDamage(store: Store, onEvent: Controls["onEvent"]): void {
  const damaged = store.damaged();
  for (const { where, problem, healed } of damaged.slice(0, MOST_NAMED)) {
    const instead = healed ? "; another copy of it is used" : "";
    const message = `a stored record is damaged and was passed over: ${where}: ${problem}${instead}`;
    onEvent?.({ type: "warning", message });
  }
  if (damaged.length > MOST_NAMED)
    onEvent?.({ type: "warning", message: `${plural(damaged.length - MOST_NAMED, "more stored record")} damaged` });
}
