import { createHash } from "node:crypto";
import { readSync } from "node:fs";
import { mkdir, open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { SampleRubric } from "../../../config/index.ts";
import type { Scale } from "../../../statistics/index.ts";
import { openLineWriter } from "../../../store/index.ts";
import { type Redactor, redactJson } from "../../../text/index.ts";
import { GrowingNumbers } from "./growing-numbers.ts";
import { namesItself } from "./names-itself.ts";
import { type ReadSamplesOptions, readSamples } from "./read-samples.ts";
import { META_FIELDS, type Sample } from "./sample.ts";

/** A sample ready to be judged, with its place in the input and its rubric. */
export interface PreparedSample {
  /** Line, or position in a JSON array. */
  place: number;
  sample: Sample;
  rubric: SampleRubric;
}

/** All samples of a run on disk, in one form. Only their offsets are in memory: 16 bytes each. */
export interface PreparedSamples {
  count: number;
  rejected: number;
  /** Number of samples that name their own model or variant in the text to be judged. */
  namingThemselves: number;
  /** Of the bytes that were read. */
  source: { sha256: string; bytes: number };
  /** All labels and dimension ids, in order of appearance. */
  metaFields: string[];
  dimensions: string[];
  /** The lowest and the highest band of each dimension, over the rubrics of all samples. */
  scales: Record<string, Scale>;
  read(index: number): Promise<PreparedSample>;
  close(): Promise<void>;
}

export interface PrepareOptions extends ReadSamplesOptions {
  /** For samples without a rubric of their own. */
  rubric: SampleRubric | null;
  /** A temporary file, removed by close(). */
  spool: string;
  /** File for refused entries, one JSON line each. */
  rejects: string;
  /** Redacts on the way in, so that neither a judge nor a file of ours ever holds secrets. */
  redact: Redactor;
  onSample?: (read: number) => void;
  onReject?: (place: number, reason: string) => void;
}

/**
 * Reads all samples once, refuses malformed or repeated ones, and stores the rest for access by number, so that they can be
 * judged in a shuffled order without holding a million in memory.
 */
export async function prepareSamples(
  bytes: AsyncIterable<Uint8Array>,
  options: PrepareOptions,
): Promise<PreparedSamples> {
  await mkdir(dirname(options.spool), { recursive: true });
  const spool = await open(options.spool, "w+");
  // An open file without a name disappears with the process, however that ends. Not every system can do this.
  await rm(options.spool).catch(() => {});
  const rejects = await openLineWriter(options.rejects);
  const hash = createHash("sha256");
  const source = { sha256: "", bytes: 0 };
  async function* measured() {
    for await (const chunk of bytes) {
      hash.update(chunk);
      source.bytes += chunk.length;
      yield chunk;
    }
  }
  const ends = new GrowingNumbers();
  const seen = new Map<number, number>();
  const metaFields = new Set<string>(META_FIELDS);
  const scales = new Map<string, Scale>();
  let end = 0;
  let unwritten: Buffer[] = [];
  let unwrittenBytes = 0;
  let rejected = 0;
  let namingThemselves = 0;
  const flush = async () => {
    if (unwritten.length > 0) await spool.writev(unwritten);
    unwritten = [];
    unwrittenBytes = 0;
  };
  // Synchronous, since waking a thread costs more than reading a few kilobytes that were just written.
  const readLine = (index: number) => {
    const start = index === 0 ? 0 : ends.at(index - 1);
    const line = Buffer.alloc(ends.at(index) - start);
    readSync(spool.fd, line, { position: start });
    return line;
  };
  const refuse = async (place: number, because: string, raw: string) => {
    rejected += 1;
    // A reason may quote the invalid part.
    const reason = options.redact(because);
    options.onReject?.(place, reason);
    await rejects.line(JSON.stringify({ place, reason, raw: options.redact(raw) }));
  };

  try {
    for await (const entry of readSamples(measured(), options)) {
      if (!entry.ok) {
        await refuse(entry.place, entry.reason, entry.raw);
        continue;
      }
      const { place } = entry;
      const sample = redactJson(entry.sample, options.redact);
      const rubric = sample.rubric ?? options.rubric;
      if (!rubric) {
        await refuse(place, "it has no rubric, and none was given for all (--rubric)", JSON.stringify(sample));
        continue;
      }
      const line = Buffer.from(JSON.stringify(sample));
      const key = createHash("sha256").update(line).digest().readUIntBE(0, 6);
      const earlier = seen.get(key);
      if (earlier !== undefined) {
        await flush();
        if (line.equals(withoutPlace(readLine(earlier)))) {
          await refuse(place, `the same as sample ${earlier + 1}; it would be counted twice`, line.toString());
          continue;
        }
      }
      seen.set(key, ends.length);
      if (namesItself(sample)) namingThemselves += 1;
      for (const field of Object.keys(sample.meta)) metaFields.add(field);
      for (const { id, bands } of rubric.dimensions) widen(scales, id, bands);
      const stored = Buffer.concat([Buffer.from(`${place}\t`), line]);
      unwritten.push(stored);
      unwrittenBytes += stored.length;
      end += stored.length;
      ends.push(end);
      if (unwrittenBytes > 1_000_000) await flush();
      options.onSample?.(ends.length);
    }
    await flush();
    await rejects.finish();
  } catch (error) {
    await rejects.discard();
    await spool.close();
    await rm(options.spool, { force: true });
    throw error;
  }
  source.sha256 = hash.digest("hex");
  seen.clear();

  return {
    count: ends.length,
    rejected,
    namingThemselves,
    source,
    metaFields: [...metaFields],
    dimensions: [...scales.keys()],
    scales: Object.fromEntries(scales),
    async read(index) {
      const stored = readLine(index);
      const sample = JSON.parse(withoutPlace(stored).toString()) as Sample;
      return {
        place: Number.parseInt(stored.toString("latin1", 0, 16), 10),
        sample,
        rubric: (sample.rubric ?? options.rubric)!,
      };
    },
    async close() {
      await spool.close();
      await rm(options.spool, { force: true });
    },
  };
}

function widen(scales: Map<string, Scale>, id: string, bands: readonly { score: number }[]): void {
  const known = scales.get(id);
  const scores = bands.map(({ score }) => score);
  scales.set(id, {
    low: Math.min(...scores, known?.low ?? Number.POSITIVE_INFINITY),
    high: Math.max(...scores, known?.high ?? Number.NEGATIVE_INFINITY),
  });
}

function withoutPlace(stored: Buffer): Buffer {
  return stored.subarray(stored.indexOf("\t") + 1);
}
