import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { LOG_FOLDER } from "./layout.ts";

/** Changes whenever a record is appended, by whichever process; asked once a second by whoever watches a campaign. */
export function storeVersion(outputs: string): string {
  const folder = join(outputs, LOG_FOLDER);
  let bytes = 0;
  let segments = 0;
  for (const name of namesIn(folder)) {
    if (!name.endsWith(".jsonl")) continue;
    segments += 1;
    bytes += statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return `${segments}-${bytes}`;
}

/** A store that was never written to has no log. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
