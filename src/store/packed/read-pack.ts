import { createHash, type Hash } from "node:crypto";
import { closeSync, mkdirSync, openSync, statSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { Parser, type ReadEntry } from "tar";
import { isJsonNestedDeeperThan } from "../../text/index.ts";
import { ArchiveLimitError, type ArchiveLimits, decompressed } from "../receive/decompressed.ts";
import type { PackedFile, PackManifest } from "./manifest.ts";
import { MANIFEST_PATH } from "./manifest.ts";
import { manifestProblem } from "./manifest-problem.ts";
import { pathProblem } from "./path-problem.ts";

/** Limits of a packed campaign, as its sender must not be able to fill the disk or occupy the machine. */
export interface UnpackLimits extends Omit<ArchiveLimits, "seconds"> {
  files: number;
  /** Number of nested folders. */
  depth?: number;
  seconds?: number;
}

export const UNPACK_LIMITS: Required<UnpackLimits> = {
  bytes: 32 * 1024 ** 3,
  files: 2_000_000,
  depth: 128,
  // Texts of a campaign compress ten- or twentyfold.
  expansion: 400,
  expansion_from: 256 * 1024 * 1024,
  seconds: 3600,
};

const LARGEST_MANIFEST = 512 * 1024 * 1024;
const DEEPEST_MANIFEST = 16;

/** Headers, long names, padding and the end of an archive; more belongs to no file. */
const BYTES_BESIDE_A_FILE = 16 * 1024;
const BYTES_BESIDE_ALL_FILES = 1024 * 1024;

export type UnpackedPack = { ok: true; manifest: PackManifest } | { ok: false; problem: string };

/**
 * Reads a packed campaign into an empty folder. Paths outside, links, duplicate files, exceeded limits, wrong checksums and a missing end
 * are problems, after which the folder is useless.
 */
export async function readPackedFile(file: string, into: string, given?: UnpackLimits): Promise<UnpackedPack> {
  const limits = { ...UNPACK_LIMITS, ...given };
  const reading = startReading(into, limits);
  const failure = await ended(file, limits, reading);
  if (reading.problem !== null) return { ok: false, problem: reading.problem };
  if (failure !== null) return { ok: false, problem: failure };
  const text = Buffer.concat(reading.manifestParts).toString();
  reading.taken.delete(MANIFEST_PATH);
  if (isJsonNestedDeeperThan(text, DEEPEST_MANIFEST))
    return { ok: false, problem: `its ${MANIFEST_PATH} is nested too deep` };
  return manifestProblem(text, reading.taken);
}

/** State of reading an archive. */
interface Reading {
  parser: Parser;
  taken: Map<string, PackedFile>;
  manifestParts: Buffer[];
  /** Excluding headers. */
  bytesOfFiles: number;
  problem: string | null;
}

function startReading(into: string, limits: Required<UnpackLimits>): Reading {
  const parser = new Parser({ strict: true, maxDecompressionRatio: Number.POSITIVE_INFINITY });
  const reading: Reading = { parser, taken: new Map(), manifestParts: [], bytesOfFiles: 0, problem: null };
  parser.on("entry", (entry: ReadEntry) => {
    reading.problem ??= entryProblem(entry, reading, limits);
    if (reading.problem !== null) entry.resume();
    else takeEntry(entry, reading, into);
  });
  return reading;
}

function entryProblem(entry: ReadEntry, { taken }: Reading, { files, depth }: Required<UnpackLimits>): string | null {
  const { path, type } = entry;
  return (
    (type === "File" || type === "OldFile" ? null : `${shown(path)} is a ${type}, not a file`) ??
    pathProblem(path) ??
    (path.split("/").length > depth ? `${shown(path)} is too deep` : null) ??
    (taken.has(path) ? `${shown(path)} appears twice` : null) ??
    (taken.size >= files ? `it holds more than ${files} files` : null) ??
    (path === MANIFEST_PATH && entry.size > LARGEST_MANIFEST ? "its manifest is too large" : null)
  );
}

function takeEntry(entry: ReadEntry, reading: Reading, into: string): void {
  const { path } = entry;
  const isManifest = path === MANIFEST_PATH;
  const hash = createHash("sha256");
  const written = isManifest ? null : openForWriting(join(into, path));
  reading.taken.set(path, { path, bytes: 0, sha256: "" });
  entry.on("data", (chunk: Buffer) => {
    reading.bytesOfFiles += chunk.length;
    if (reading.problem !== null) return;
    hash.update(chunk);
    if (written === null) reading.manifestParts.push(Buffer.from(chunk));
    else writeSync(written, chunk);
  });
  entry.on("end", () => {
    if (written !== null) closeSync(written);
    reading.taken.set(path, finished(path, entry, hash));
  });
}

function finished(path: string, entry: ReadEntry, hash: Hash): PackedFile {
  return { path, bytes: entry.size, sha256: hash.digest("hex") };
}

function openForWriting(path: string): number {
  mkdirSync(dirname(path), { recursive: true });
  return openSync(path, "wx", 0o644);
}

/** Reads to the end or the first problem; returns why it could not reach the end. */
async function ended(file: string, limits: Required<UnpackLimits>, reading: Reading): Promise<string | null> {
  const { parser } = reading;
  let failure: Error | null = null;
  parser.on("error", (error: Error) => {
    failure ??= error;
  });
  let bytes = 0;
  try {
    for await (const chunk of decompressed(file, statSync(file).size, limits)) {
      parser.write(chunk);
      bytes += chunk.length;
      if (failure !== null || reading.problem !== null) break;
      const beside = BYTES_BESIDE_ALL_FILES + BYTES_BESIDE_A_FILE * reading.taken.size;
      if (bytes - reading.bytesOfFiles > beside) return "it is full of bytes that belong to no file";
    }
    if (failure === null && reading.problem === null) parser.end();
  } catch (error) {
    if (error instanceof ArchiveLimitError) return error.message;
    failure ??= error as Error;
  }
  return failure === null ? null : `it is damaged or cut off (${(failure as Error).message})`;
}

function shown(path: string): string {
  return JSON.stringify(path.slice(0, 200));
}
