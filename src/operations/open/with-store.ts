import { openStore, type Store } from "../../store/index.ts";
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
  const store = openStore(outputs);
  try {
    return await work(store);
  } finally {
    const damaged = store.damaged();
    for (const { where, problem, healed } of damaged.slice(0, MOST_NAMED)) {
      const instead = healed ? "; another copy of it is used" : "";
      const message = `a stored record is damaged and was passed over: ${where}: ${problem}${instead}`;
      onEvent?.({ type: "warning", message });
    }
    if (damaged.length > MOST_NAMED)
      onEvent?.({ type: "warning", message: `${plural(damaged.length - MOST_NAMED, "more stored record")} damaged` });
    await store.close();
  }
}
