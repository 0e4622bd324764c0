import type { TreeEntry } from "./scan-tree.ts";

export interface Change {
  path: string;
  kind: "added" | "changed" | "deleted";
  before: TreeEntry | null;
  after: TreeEntry | null;
}

/** The agent's additions, changes and deletions, sorted by path. */
export function changesBetween(before: TreeEntry[], after: TreeEntry[]): Change[] {
  const old = new Map(before.map((entry) => [entry.path, entry]));
  const now = new Map(after.map((entry) => [entry.path, entry]));
  const paths = [...new Set([...old.keys(), ...now.keys()])].sort();
  return paths.flatMap((path) => {
    const [was, is] = [old.get(path) ?? null, now.get(path) ?? null];
    if (was && is && isSame(was, is)) return [];
    return [{ path, kind: was ? (is ? "changed" : "deleted") : "added", before: was, after: is } as const];
  });
}

function isSame(a: TreeEntry, b: TreeEntry): boolean {
  if (a.kind === "file" && b.kind === "file")
    return a.sha256 === b.sha256 && a.bytes === b.bytes && a.executable === b.executable;
  if (a.kind === "link" && b.kind === "link") return a.target === b.target;
  return a.kind === b.kind;
}
