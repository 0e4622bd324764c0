import { createReadStream, existsSync } from "node:fs";
import { join } from "node:path";

/** Collects the judge calls that named results depend on, from files outside of the log. */
export async function collectCallsOfNamed(
  results: readonly { folder: string; callFiles: readonly string[] }[],
): Promise<Set<string>> {
  const calls = new Set<string>();
  for (const { folder, callFiles } of results)
    for (const name of callFiles) await collectCalls(join(folder, name), calls);
  return calls;
}

const CALL = /"call_id": ?"([0-9a-f]{64})"/g;
const LONGEST_MATCH = 80;

/** Reads in pieces, as a million judgements do not fit into memory. */
async function collectCalls(path: string, calls: Set<string>): Promise<void> {
  if (!existsSync(path)) return;
  let rest = "";
  for await (const piece of createReadStream(path, { encoding: "latin1" })) {
    const text = rest + (piece as string);
    for (const [, call] of text.matchAll(CALL)) calls.add(call!);
    rest = text.slice(-LONGEST_MATCH);
  }
}
