import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { CampaignName } from "../../records/index.ts";
import { packageVersion } from "../../text/index.ts";
import { writePiecesAtomic } from "../files/atomic.ts";
import { foldersOfRun } from "../folders-of-run.ts";
import { LOG_FOLDER } from "../layout.ts";
import type { Store } from "../store.ts";
import { filesBelow } from "./artifact-files.ts";
import { campaignRecords } from "./campaign-records.ts";
import { noteEnvironment } from "./environment.ts";
import { MANIFEST_PATH, PACK_FORMAT, type PackManifest } from "./manifest.ts";
import { TAR_END, tarEntry } from "./tar-entry.ts";

export interface WritePackOptions {
  campaign: CampaignName;
  /** Absolute path. */
  file: string;
  /** Returns label files for the packed packets; called once these are known. */
  labels: (packets: ReadonlySet<string>) => Iterable<{ path: string; content: string }>;
}

/** Records are grouped into files of about this size, to limit memory. */
const BYTES_OF_A_SEGMENT = 8 * 1024 * 1024;

/**
 * Writes a campaign into one file: a gzipped tar with its records, trials' files, labels, and a manifest with all checksums. Equal stores
 * give equal content.
 */
export async function writePackedFile(store: Store, options: WritePackOptions): Promise<PackManifest> {
  const made: { manifest?: PackManifest } = {};
  const archive = Readable.from(
    archiveOf(store, options, (manifest) => (made.manifest = manifest)),
    { objectMode: false },
  );
  const zipped = archive.pipe(createGzip({ level: 9 }));
  archive.on("error", (error) => zipped.destroy(error));
  await writePiecesAtomic(options.file, zipped);
  return made.manifest!;
}

function* archiveOf(
  store: Store,
  { campaign, labels }: WritePackOptions,
  done: (manifest: PackManifest) => void,
): Generator<Buffer> {
  const manifest: PackManifest = {
    format: PACK_FORMAT,
    campaign,
    assay_version: packageVersion(),
    trials: 0,
    records: {},
    environment: noteEnvironment().result(),
    left_out: { missing: [], links: 0 },
    files: [],
  };
  const entry = function* (path: string, content: Buffer): Generator<Buffer> {
    manifest.files.push({ path, bytes: content.length, sha256: createHash("sha256").update(content).digest("hex") });
    yield* tarEntry(path, content);
  };
  const { note, result } = noteEnvironment();
  const packets = new Set<string>();
  const kept = new Set<string>();
  let held: Buffer[] = [];
  let bytes = 0;
  let segments = 0;
  const segment = function* (): Generator<Buffer> {
    if (held.length === 0) return;
    segments += 1;
    yield* entry(`outputs/${LOG_FOLDER}/packed-${String(segments).padStart(6, "0")}.jsonl`, Buffer.concat(held));
    held = [];
    bytes = 0;
  };
  const onMissing = (what: string) => manifest.left_out.missing.push(what);
  for (const record of campaignRecords(store, campaign, { onMissing })) {
    manifest.records[record.kind] = (manifest.records[record.kind] ?? 0) + 1;
    note(record);
    held.push(record.line);
    bytes += record.line.length;
    if (record.kind === "run" || record.kind === "adoption") manifest.trials += 1;
    if (record.kind === "run") for (const folder of foldersOfRun(record.value)) kept.add(folder);
    if (record.kind === "evaluation") packets.add(record.value.prompt.user_sha256);
    if (bytes >= BYTES_OF_A_SEGMENT) yield* segment();
  }
  yield* segment();
  for (const place of [...kept].sort()) {
    const { files, links, isThere } = filesBelow(store.outputs, place);
    manifest.left_out.links += links;
    if (!isThere) onMissing(`files ${place}`);
    for (const path of files) yield* entry(`outputs/${path}`, readFileSync(join(store.outputs, path)));
  }
  for (const { path, content } of labels(packets)) yield* entry(path, Buffer.from(content));
  manifest.environment = result();
  done(manifest);
  yield* tarEntry(MANIFEST_PATH, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  yield TAR_END;
}
