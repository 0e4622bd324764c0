import type { GivenEntry, GivenFiles, LoadedCase, SetupCommand } from "../../config/index.ts";
import { sha256OfFile } from "../../files/index.ts";
import { canonicalHash } from "../../text/index.ts";

/** An initial entry of the subject's workspace, by content. */
export type PlannedFile =
  | { path: string; sha256: string; bytes: number; mode: number }
  | { path: string; link: string }
  | { path: string; folder: true };

/** The part of a request about the workspace; empty if a case gives nothing. */
export interface WorkspaceRequest {
  workspace?: readonly PlannedFile[];
  setup?: readonly SetupCommand[];
}

export type PlannedWorkspace = { ok: true; planned: WorkspaceRequest } | { ok: false; problem: string };

/** Hashes the files that a case gives. Files shared by rows of a dataset are read once. */
export async function planWorkspace({ case: { input }, workspace: given }: LoadedCase): Promise<PlannedWorkspace> {
  if (given === undefined && input.setup === undefined) return { ok: true, planned: {} };
  const hashed = given && (await hashGivenFiles(given));
  if (hashed && !hashed.ok) return hashed;
  return {
    ok: true,
    planned: { ...(hashed ? { workspace: hashed.files } : {}), ...(input.setup ? { setup: input.setup } : {}) },
  };
}

export type HashedFiles = { ok: true; files: readonly PlannedFile[] } | { ok: false; problem: string };

/** Hashes given files, caching the result. */
export function hashGivenFiles(given: GivenFiles): Promise<HashedFiles> {
  const known = hashed.get(given) ?? hashEach(given);
  hashed.set(given, known);
  return known;
}

const hashed = new WeakMap<GivenFiles, Promise<HashedFiles>>();

async function hashEach({ entries }: GivenFiles): Promise<HashedFiles> {
  const files: PlannedFile[] = [];
  for (const entry of entries)
    try {
      files.push(await planned(entry));
    } catch (error) {
      return {
        ok: false,
        problem: `the file ${entry.path} of its workspace cannot be read: ${(error as Error).message}`,
      };
    }
  return { ok: true, files };
}

async function planned(entry: GivenEntry): Promise<PlannedFile> {
  const { path } = entry;
  if (entry.kind === "link") return { path, link: entry.target };
  if (entry.kind === "folder") return { path, folder: true };
  const { from, bytes, mode } = entry;
  return { path, sha256: await sha256OfFile(from), bytes, mode };
}

/** SHA-256 of a workspace: names, contents and modes. */
export function hashOfWorkspace(files: readonly PlannedFile[]): string {
  const known = digests.get(files) ?? canonicalHash(files);
  digests.set(files, known);
  return known;
}

/** A cache, because one list may be part of thousands of trials. */
const digests = new WeakMap<readonly PlannedFile[], string>();
