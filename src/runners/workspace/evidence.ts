import { isUtf8 } from "node:buffer";
import { mkdir, stat, writeFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { sha256OfFile } from "../../files/index.ts";
import type { OutputArtifact } from "../../records/index.ts";
import { type Redactor, sha256 } from "../../text/index.ts";
import { findRootState, readInside } from "./open-inside.ts";
import { scanTree, type TreeEntry } from "./scan-tree.ts";
import { writeSnapshot } from "./snapshot.ts";
import { type Change, changesBetween } from "./workspace-changes.ts";
import { diffWorkspace } from "./workspace-diff.ts";

const SCAN_LIMITS = { maxEntries: 50_000, maxHashedBytes: 4 * 1024 ** 3 };
/**
 * Limits of files kept individually, within the store's limits per trial; all others are in the diff and, as far as they fit, in
 * the snapshot.
 */
const KEPT = { files: 4_000, bytesEach: 32 * 1024 ** 2, bytes: 128 * 1024 ** 2 };
const MOST_NEW_FILES = 20;

export interface EvidenceSources {
  /** The workspace as it was handed over, and as the agent left it. */
  before: string;
  after: string;
  /** Target folder of the evidence: run_N.artifacts/. */
  directory: string;
  expectedArtifact: string | undefined;
  redact: Redactor;
}

export interface WorkspaceEvidence {
  artifacts: OutputArtifact[];
  /** True when the agent added or changed the expected file; null when none is expected. */
  expectedArtifactPresent: boolean | null;
  /** Paths of given files that the agent changed and deleted. */
  left: { changed: string[]; deleted: string[] };
  /** Paths of the first new files that a judge may read, sorted; not those in hidden and downloaded folders. */
  newFiles: string[];
  /** Files the agent added or changed that are not kept verbatim, with reasons. */
  changedNotKept: NotKept[];
  leftOutOfSnapshot: NotKept[];
  /** A remark on the workspace as a whole, if there is one. */
  note: string | null;
}

interface NotKept {
  path: string;
  kind: TreeEntry["kind"];
  reason: string;
}

/** Writes a text into the trial's folder and describes it as an artifact. */
export async function keepText(
  directory: string,
  artifact_type: string,
  path: string,
  text: string,
): Promise<OutputArtifact> {
  return await keepBytes(directory, artifact_type, path, Buffer.from(text));
}

/** Compares the workspace with its initial state, and keeps diff, changed files, key outputs and a snapshot. */
export async function collectWorkspace(sources: EvidenceSources): Promise<WorkspaceEvidence> {
  const { before, after, directory, redact } = sources;
  const old = await scanTree(before);
  const root = await findRootState(after);
  const now = root === "folder" ? await scanTree(after, SCAN_LIMITS) : { entries: [], truncated: false };
  const changes = changesBetween(old.entries, now.entries).filter(
    // If the listing ends early, a file missing from it may still exist.
    ({ kind }) => !(now.truncated && kind === "deleted"),
  );
  const diff = redact(await diffWorkspace(changes, { before, after }, now.truncated));
  const artifacts = [await keepText(directory, "workspace_diff", "workspace.diff", diff)];
  const expected = sources.expectedArtifact === undefined ? null : normalized(sources.expectedArtifact);
  const { kept, keptOut, changedNotKept } = await keepChangedFiles(mostInformativeFirst(changes, expected), sources);
  artifacts.push(...markKeyOutput(kept, expected));
  // Without a workspace the archive is empty; the target of an agent's link is never searched.
  const source = root === "folder" ? after : before;
  const snapshot = await writeSnapshot(source, snapshotEntries(now.entries, keptOut), join(directory, SNAPSHOT));
  artifacts.push(await describe(directory, "workspace_snapshot", SNAPSHOT));
  const present = changes.some(({ path, after: entry }) => path === expected && entry?.kind === "file");
  return {
    artifacts,
    expectedArtifactPresent: expected === null ? null : present,
    left: { changed: pathsOf(changes, "changed"), deleted: pathsOf(changes, "deleted") },
    newFiles: newFilesAmong(kept, changes),
    changedNotKept,
    leftOutOfSnapshot: snapshot.omitted,
    note:
      root === "folder"
        ? null
        : `the agent's workspace is gone${root === "replaced" ? ": something else is in its place, which was not looked into" : ""}`,
  };
}

const SNAPSHOT = "workspace.tar.gz";

async function keepChangedFiles(changes: Change[], { after, directory, redact }: EvidenceSources) {
  const kept: OutputArtifact[] = [];
  const keptOut = new Set<string>();
  const changedNotKept: NotKept[] = [];
  const leaveOut = ({ path, kind }: TreeEntry, reason: string) => {
    keptOut.add(path);
    changedNotKept.push({ path: redact(path), kind, reason });
  };
  let room = KEPT.bytes;
  for (const { path, after: entry } of changes) {
    if (entry === null) continue;
    const names = entry.kind === "link" ? `${path}\n${entry.target}` : path;
    if (redact(names) !== names) leaveOut(entry, "its name holds a secret");
    else if (entry.kind === "special") leaveOut(entry, entry.reason);
    else if (entry.kind === "file") {
      const fits = kept.length < KEPT.files && entry.bytes <= room;
      const bytes = fits ? await readInside(after, path, KEPT.bytesEach) : null;
      const clean = bytes && withoutSecrets(bytes, redact);
      if (bytes === null) leaveOut(entry, `too much to keep as a file of its own (${entry.bytes} bytes)`);
      else if (clean !== bytes) leaveOut(entry, "holds a secret; at most a redacted text is kept");
      if (clean === null) continue;
      const file = await keepIfNameFits(directory, `workspace/${path}`, clean);
      if (file === null) leaveOut(entry, "its path is too long to keep it as a file of its own");
      else {
        room -= clean.length;
        kept.push(file);
      }
    }
  }
  return { kept, keptOut, changedNotKept };
}

/** Prefers the expected file, then files that look like work, and last the tools' own files. */
function mostInformativeFirst(changes: Change[], expected: string | null): Change[] {
  const rank = ({ path }: Change) => (path === expected ? 0 : isPlain(path) ? 1 : 2);
  return changes.toSorted((a, b) => rank(a) - rank(b));
}

/** Not in a hidden or downloaded folder. */
function isPlain(path: string): boolean {
  return !path.split("/").some((part) => part.startsWith(".") || part === "node_modules");
}

/** The bytes themselves when there is nothing to hide, redacted text, or null for a binary file that holds a secret. */
function withoutSecrets(bytes: Buffer, redact: Redactor): Buffer | null {
  // Latin-1 maps every byte to one character, so a secret in ASCII is found in any file.
  const searchable = bytes.toString("latin1");
  if (redact(searchable) === searchable) return bytes;
  return isUtf8(bytes) && !bytes.includes(0) ? Buffer.from(redact(bytes.toString("utf8"))) : null;
}

/** Sorts kept files by path and marks the case's expected file, and no other, as the key output. */
function markKeyOutput(kept: OutputArtifact[], expected: string | null): OutputArtifact[] {
  return kept
    .map((file) => (file.path === `workspace/${expected}` ? { ...file, artifact_type: "key_output" } : file))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function pathsOf(changes: Change[], kind: Change["kind"]): string[] {
  return changes.flatMap((change) => (change.kind === kind ? [change.path] : []));
}

function newFilesAmong(kept: OutputArtifact[], changes: Change[]): string[] {
  const added = new Set(changes.filter(({ kind }) => kind === "added").map(({ path }) => `workspace/${path}`));
  return kept
    .map(({ path }) => path)
    .filter((path) => added.has(path) && isPlain(path))
    .sort()
    .slice(0, MOST_NEW_FILES);
}

/** Normalizes for comparison with workspace paths; a path leading outside equals none of them. */
function normalized(expected: string): string {
  return posix.normalize(expected).replace(/^\.\//, "");
}

/** Excludes everything that was not scanned: no later redaction would find a secret inside an archive. */
function snapshotEntries(entries: TreeEntry[], keptOut: ReadonlySet<string>): TreeEntry[] {
  return entries.filter(({ path }) => !keptOut.has(path));
}

async function keepBytes(directory: string, artifact_type: string, path: string, bytes: Buffer) {
  const target = join(directory, path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, bytes);
  return { artifact_type, path, bytes: bytes.length, sha256: sha256(bytes) };
}

/** The trial's folder may have a longer path than the workspace, so a name that just fitted there may not fit here. */
async function keepIfNameFits(directory: string, path: string, bytes: Buffer): Promise<OutputArtifact | null> {
  try {
    return await keepBytes(directory, "workspace_file", path, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENAMETOOLONG") return null;
    throw error;
  }
}

async function describe(directory: string, artifact_type: string, path: string): Promise<OutputArtifact> {
  const target = join(directory, path);
  return { artifact_type, path, bytes: (await stat(target)).size, sha256: await sha256OfFile(target) };
}
