import { createHash, type Hash } from "node:crypto";
import { closeSync, createReadStream, mkdirSync, openSync, statSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { Parser, type ReadEntry } from "tar";
import type { PackedFile, PackManifest } from "./manifest.ts";
import { MANIFEST_PATH } from "./manifest.ts";
import { manifestProblem } from "./manifest-problem.ts";
import { pathProblem } from "./path-problem.ts";

/** What a packed campaign may come to. Whoever sends one decides what is in it, and must not fill a disk. */
export interface UnpackLimits {
  bytes: number;
  files: number;
  /** How many times larger than the packed file; texts of a campaign come to ten or twenty. */
  expansion: number;
  /** Below so many bytes nobody asks how well something was compressed. */
  expansion_from: number;
}

export const UNPACK_LIMITS: UnpackLimits = {
  bytes: 32 * 1024 ** 3,
  files: 2_000_000,
  expansion: 400,
  expansion_from: 256 * 1024 * 1024,
};

const LARGEST_MANIFEST = 512 * 1024 * 1024;

export type UnpackedPack = { ok: true; manifest: PackManifest } | { ok: false; problem: string };

/**
 * Reads a packed campaign into an empty folder. Nothing is trusted: a path that leads out, a link, a file that appears twice, too much of
 * anything, a checksum that differs or an end that is missing is a problem, and the folder is then worth nothing.
 */
export async function readPackedFile(file: string, into: string, limits = UNPACK_LIMITS): Promise<UnpackedPack> {
  const packedBytes = statSync(file).size;
  const taken = new Map<string, PackedFile>();
  const manifestParts: Buffer[] = [];
  let bytes = 0;
  let problem: string | null = null;
  const parser = new Parser({ strict: true, maxDecompressionRatio: Number.POSITIVE_INFINITY });
  const input = createReadStream(file);
  const refuse = (why: string) => {
    if (problem !== null) return;
    problem = why;
    input.destroy();
  };
  const grow = (length: number) => {
    bytes += length;
    if (bytes > limits.bytes) refuse(`it unpacks to more than ${limits.bytes} bytes`);
    if (bytes > limits.expansion_from && bytes > packedBytes * limits.expansion)
      refuse(`it unpacks to more than ${limits.expansion} times its size`);
  };
  parser.on("entry", (entry: ReadEntry) => {
    const path = entry.path;
    const wrong =
      (entry.type === "File" || entry.type === "OldFile" ? null : `${shown(path)} is a ${entry.type}, not a file`) ??
      pathProblem(path) ??
      (taken.has(path) ? `${shown(path)} appears twice` : null) ??
      (taken.size >= limits.files ? `it holds more than ${limits.files} files` : null);
    if (wrong !== null || problem !== null) {
      if (wrong !== null) refuse(wrong);
      entry.resume();
      return;
    }
    const isManifest = path === MANIFEST_PATH;
    const hash = createHash("sha256");
    const written = isManifest ? null : openForWriting(join(into, path));
    taken.set(path, { path, bytes: 0, sha256: "" });
    entry.on("data", (chunk: Buffer) => {
      if (problem !== null) return;
      grow(chunk.length);
      if (isManifest && entry.size > LARGEST_MANIFEST) refuse("its manifest is too large");
      if (problem !== null) return;
      hash.update(chunk);
      if (written === null) manifestParts.push(Buffer.from(chunk));
      else writeSync(written, chunk);
    });
    entry.on("end", () => {
      if (written !== null) closeSync(written);
      taken.set(path, finished(path, entry, hash));
    });
  });
  const failure = await ended(input, parser);
  if (problem !== null) return { ok: false, problem };
  if (failure !== null) return { ok: false, problem: `it is damaged or cut off (${failure})` };
  const text = Buffer.concat(manifestParts).toString();
  taken.delete(MANIFEST_PATH);
  return manifestProblem(text, taken);
}

function finished(path: string, entry: ReadEntry, hash: Hash): PackedFile {
  return { path, bytes: entry.size, sha256: hash.digest("hex") };
}

function openForWriting(path: string): number {
  mkdirSync(dirname(path), { recursive: true });
  return openSync(path, "wx", 0o644);
}

function ended(input: ReturnType<typeof createReadStream>, parser: Parser): Promise<string | null> {
  return new Promise((resolve) => {
    input.on("error", (error) => resolve(error.message));
    input.on("close", () => {
      if (!input.readableEnded) resolve(null);
    });
    parser.on("error", (error: Error) => {
      input.destroy();
      resolve(error.message);
    });
    parser.on("end", () => resolve(null));
    input.on("data", (chunk) => void parser.write(chunk as Buffer));
    input.on("end", () => void parser.end());
  });
}

function shown(path: string): string {
  return JSON.stringify(path.slice(0, 200));
}
