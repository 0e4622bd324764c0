import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { LOG_FOLDER } from "./layout.ts";
import { listNamed, type NamedLayout } from "./list-named.ts";

/** Changes whenever any process appends a record or judges under a name. Polled every second by watchers. */
export function storeVersion(outputs: string, layouts: readonly NamedLayout[]): string {
  const folder = join(outputs, LOG_FOLDER);
  let bytes = 0;
  let segments = 0;
  for (const name of namesIn(folder)) {
    if (!name.endsWith(".jsonl")) continue;
    segments += 1;
    bytes += statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  }
  // A judging with only stored answers appends nothing, but still writes its tables.
  const named = layouts.flatMap((layout) => listNamed(outputs, layout));
  const newest = named.reduce((latest, { last_at }) => Math.max(latest, last_at), 0);
  return named.length === 0 ? `${segments}-${bytes}` : `${segments}-${bytes}-${named.length}-${newest}`;
}

/** A store that was never written has no log. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
