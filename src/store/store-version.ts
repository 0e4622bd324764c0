import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { LOG_FOLDER } from "./layout.ts";
import { listNamedResults } from "./list-named.ts";

/** Changes whenever a record is appended or something is judged under a name, by whichever process; asked once a second by whoever watches. */
export function storeVersion(outputs: string): string {
  const folder = join(outputs, LOG_FOLDER);
  let bytes = 0;
  let segments = 0;
  for (const name of namesIn(folder)) {
    if (!name.endsWith(".jsonl")) continue;
    segments += 1;
    bytes += statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  }
  // A judging that finds all of its answers in the log appends nothing, and still writes its tables.
  const named = listNamedResults(outputs);
  const newest = named.reduce((latest, { last_at }) => Math.max(latest, last_at), 0);
  return named.length === 0 ? `${segments}-${bytes}` : `${segments}-${bytes}-${named.length}-${newest}`;
}

/** A store that was never written to has no log. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
