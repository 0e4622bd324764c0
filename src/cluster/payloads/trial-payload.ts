import { stat } from "node:fs/promises";
import type { LoadedCase, LoadedTool } from "../../config/index.ts";
import type { PackedEntry } from "../../store/index.ts";
import { type PutFile, packTree } from "../contents/pack-tree.ts";
import { type MovePath, moveTrial, portablePaths, type QuestionOfTrial } from "./portable-paths.ts";

/** Payload shared by all repetitions of one model on one case: plain data, and files by their hashes. */
export interface TrialPayload {
  trial: QuestionOfTrial;
  /** Files that the trial reads, under the paths used in it. */
  files: PackedEntry[];
  /** Endpoints of the subject and the simulated user. A worker whose endpoints differ declines. */
  endpoint: string;
  user_endpoint?: string;
  strict_sandbox: boolean;
}

export interface PayloadOptions {
  /** Workspace folder. */
  root: string;
  put: PutFile;
}

export async function packTrial(
  trial: QuestionOfTrial,
  asked: Pick<TrialPayload, "endpoint" | "user_endpoint" | "strict_sandbox">,
  { root, put }: PayloadOptions,
): Promise<TrialPayload> {
  const move = portablePaths(root);
  const pack = openPacker(move, put);
  await pack.given(trial.loadedCase);
  for (const { path } of trial.request.media ?? []) await pack.file(path);
  for (const { source } of trial.request.ownTools ?? [])
    for (const path of filesOfTool(source)) await pack.fileOrFolder(path);
  if (trial.agent) await pack.folder(trial.agent.workspace);
  return { trial: moveTrial(trial, move), files: pack.entries, ...asked };
}

export function openPacker(move: MovePath, put: PutFile) {
  const entries: PackedEntry[] = [];
  const packed = new Set<string>();
  async function file(path: string): Promise<void> {
    const { mode } = await stat(path);
    const portable = move(path);
    if (packed.has(portable)) return;
    packed.add(portable);
    entries.push({ kind: "file", path: portable, mode: mode & 0o777, sha256: await put(path) });
  }
  async function folder(path: string, leaveOut?: (name: string, path: string) => boolean): Promise<void> {
    for (const entry of await packTree(path, move(path), put, leaveOut)) {
      if (packed.has(entry.path)) continue;
      packed.add(entry.path);
      entries.push(entry);
    }
  }
  return {
    entries,
    file,
    folder,
    async fileOrFolder(path: string): Promise<void> {
      const found = await stat(path);
      await (found.isDirectory() ? folder(path) : file(path));
    },
    /** Packs the files that a case gives to its subject. */
    async given({ workspace }: LoadedCase): Promise<void> {
      for (const entry of workspace?.entries ?? []) if (entry.kind === "file") await file(entry.from);
    },
  };
}

export function filesOfTool({ behaviour }: LoadedTool): string[] {
  if (behaviour.kind === "answers") return [];
  const files = behaviour.files.map(({ path }) => path);
  return behaviour.kind === "script" ? [behaviour.script.path, ...files] : files;
}
