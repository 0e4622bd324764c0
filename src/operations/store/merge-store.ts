import { realpathSync } from "node:fs";
import { resolve, sep } from "node:path";
import { NoStoreError, OptionError, RefusedBytesError, StoreNotWritableError } from "../../errors/index.ts";
import type { StoreMerge } from "../../report/index.ts";
import { diskProblem, type ForeignStore, openForeignStore, openStore } from "../../store/index.ts";
import { completeSurroundings, type Surroundings } from "../controls.ts";
import { findStoreOfWorkspace } from "../open/store-of-workspace.ts";
import { summarizeShards } from "./shards-in-store.ts";

export interface MergeStoreOptions extends Surroundings {
  /** Folders outputs/ of other workspaces or machines. */
  from: string | readonly string[];
}

/**
 * Merges other stores into a workspace's own. Overwrites nothing; merging again changes nothing more.
 *
 * @example
 * const { segments } = await mergeStore({ from: "../other-machine/outputs" });
 * console.log(segments);
 */
export async function mergeStore(options: MergeStoreOptions): Promise<StoreMerge> {
  const { cwd } = completeSurroundings(options);
  const into = await findStoreOfWorkspace(options);
  const written = typeof options.from === "string" ? [options.from] : options.from;
  // Check all before merging the first: half a merge would look complete.
  const sources = new Map<string, { name: string; source: ForeignStore }>();
  const merge: StoreMerge = { schema_version: 1, kind: "store_merge", segments: 0, artifacts: 0, shards: [] };
  try {
    for (const name of written) {
      const from = realPath(resolve(cwd, name));
      refuseOverlap(name, from, realPath(into));
      if (!sources.has(from)) sources.set(from, { name, source: openSource(name, from) });
    }
    for (const { name, source } of sources.values()) explainRefusal(name, () => source.lookThrough(into));
    for (const { name, source } of sources.values()) {
      const { segments, artifacts } = bring(name, source, into);
      merge.segments += segments;
      merge.artifacts += artifacts;
    }
  } finally {
    for (const { source } of sources.values()) source.close();
  }
  const store = openStore(into);
  try {
    return { ...merge, shards: summarizeShards(store) };
  } finally {
    await store.close();
  }
}

function openSource(name: string, from: string): ForeignStore {
  const source = explainRefusal(name, () => openForeignStore(from));
  if (!source.isEmpty) return source;
  source.close();
  throw new NoStoreError(`${name} holds no records; name an outputs/ folder with a log/ in it`, { folder: name });
}

/** Turns a refusal into an error with the path; nothing was written. */
function explainRefusal<Result>(name: string, look: () => Result): Result {
  try {
    return look();
  } catch (error) {
    if (!(error instanceof RefusedBytesError)) throw error;
    throw new RefusedBytesError(
      `${name} is not merged: ${error.message}. Look at where it comes from before you remove it.`,
      error.data,
      { cause: error },
    );
  }
}

function bring(name: string, source: ForeignStore, into: string) {
  try {
    return explainRefusal(name, () => source.mergeInto(into));
  } catch (error) {
    const problem = diskProblem(error);
    if (problem === null) throw error;
    throw new StoreNotWritableError(
      `${name} could not be merged completely: ${problem}. Nothing is lost or half-written on either side; fix this and merge again.`,
      { outputs: into },
      { cause: error },
    );
  }
}

function refuseOverlap(name: string, from: string, into: string): void {
  if (from === into) throw new OptionError(`${name} is this workspace's own store`, "from");
  if (from.startsWith(into + sep))
    throw new OptionError(`${name} is inside this workspace's own store; move it out first`, "from");
  if (into.startsWith(from + sep))
    throw new OptionError(`${name} holds this workspace's own store; name the outputs/ folder that is meant`, "from");
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
