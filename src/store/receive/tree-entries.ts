import { closedObject, HASH, list, oneOf, oneOfKinds, type Shape } from "../../records/index.ts";
import { quoteForeign } from "./quote-foreign.ts";

/** Entry of a folder in transit: files by their SHA-256. */
export type PackedEntry =
  | { kind: "file"; path: string; sha256: string; mode: number }
  | { kind: "folder"; path: string; mode: number }
  | { kind: "link"; path: string; target: string };

type EntryOf<Kind extends PackedEntry["kind"]> = Extract<PackedEntry, { kind: Kind }>;

const MODE: Shape = { type: "integer", minimum: 0, maximum: 0o7777 };
const PATH: Shape = { type: "string", minLength: 1, maxLength: 4096 };

/** Shape of a result's entries, before their paths are checked. */
export const TREE_ENTRIES: Shape = list(
  oneOfKinds("kind", {
    file: closedObject<EntryOf<"file">>({ kind: oneOf("file"), path: PATH, sha256: HASH, mode: MODE }),
    folder: closedObject<EntryOf<"folder">>({ kind: oneOf("folder"), path: PATH, mode: MODE }),
    link: closedObject<EntryOf<"link">>({ kind: oneOf("link"), path: PATH, target: PATH }),
  }),
);

export interface EntryLimits {
  entries: number;
  /** Maximum number of nested folders. */
  depth: number;
  /** Permits names that only some file systems distinguish. */
  alike: "refused" | "allowed";
}

export interface RefusedEntry {
  path: string;
  problem: string;
}

/**
 * Decides which entries may be created in a folder: the path stays inside, is unique, and passes through folders only. Names that differ
 * only by case or Unicode normalisation count as equal, as on some machines.
 */
export function sortEntries(
  entries: readonly PackedEntry[],
  limits: EntryLimits,
): { accepted: PackedEntry[]; refused: RefusedEntry[] } {
  const accepted: PackedEntry[] = [];
  const refused: RefusedEntry[] = [];
  const leaves = leavesOf(entries);
  const taken = new Map<string, string>();
  const exact = new Set<string>();
  for (const entry of entries) {
    const problem =
      (accepted.length >= limits.entries ? `there are more than ${limits.entries} of its kind` : null) ??
      (entry.path === "." && entry.kind !== "folder" ? "it is in the place of the folder itself" : null) ??
      pathProblemOf(entry.path, limits.depth) ??
      (entry.kind === "link" ? targetProblem(entry.target) : null) ??
      placeProblem(entry, { leaves, taken, exact, alike: limits.alike });
    if (problem === null) accepted.push(entry);
    else refused.push({ path: entry.path, problem });
  }
  return { accepted, refused };
}

/** Explains why a path is not valid below a folder; null if it is. */
export function pathProblemOf(path: string, depth: number): string | null {
  if (path === ".") return null;
  if (path.includes("\0")) return "it has a zero byte in it";
  if (process.platform === "win32" && /[\\:]/.test(path)) return "it is not a path of this machine";
  const steps = path.split("/");
  if (path.startsWith("/")) return "it begins at the root";
  if (steps.some((step) => step === "" || step === "." || step === "..")) return "it leads out of its folder";
  if (steps.length > depth + 1) return `it is more than ${depth} folders deep`;
  const isTooLong =
    Buffer.byteLength(path) > LONGEST_PATH || steps.some((step) => Buffer.byteLength(step) > LONGEST_NAME);
  return isTooLong ? "it is too long" : null;
}

const LONGEST_PATH = 3800;
const LONGEST_NAME = 255;

function targetProblem(target: string): string | null {
  if (target.includes("\0")) return "its target has a zero byte in it";
  return target === "" || Buffer.byteLength(target) > LONGEST_PATH ? "its target is empty or too long" : null;
}

interface Places {
  leaves: ReadonlyMap<string, PackedEntry["kind"]>;
  /** Exact paths by their folded form. */
  taken: Map<string, string>;
  exact: Set<string>;
  alike: EntryLimits["alike"];
}

function placeProblem({ path }: PackedEntry, { leaves, taken, exact, alike }: Places): string | null {
  if (exact.has(path)) return "it appears twice";
  const way = waysTo(path);
  for (const above of way) {
    const kind = leaves.get(folded(above));
    if (kind !== undefined) return `its way leads through a ${kind}, ${quoteForeign(above)}`;
  }
  for (const place of [...way, path]) {
    const other = taken.get(folded(place));
    if (other === undefined || other === place || alike === "allowed") continue;
    return `it differs only by case or by Unicode normalisation from ${quoteForeign(other)}`;
  }
  for (const place of [...way, path]) if (!taken.has(folded(place))) taken.set(folded(place), place);
  exact.add(path);
  return null;
}

/** Returns all entries that are not folders, by path. */
function leavesOf(entries: readonly PackedEntry[]): Map<string, PackedEntry["kind"]> {
  return new Map(entries.flatMap(({ kind, path }) => (kind === "folder" ? [] : [[folded(path), kind] as const])));
}

/** Lists the folders above a path, outermost first. */
function waysTo(path: string): string[] {
  const steps = path.split("/");
  return steps.slice(1).map((_, index) => steps.slice(0, index + 1).join("/"));
}

/** Folds names that a file system may not distinguish. */
function folded(path: string): string {
  return path.normalize("NFD").toUpperCase().toLowerCase().normalize("NFC");
}
