import {
  type CsvRecord,
  csvRecords,
  isRecord,
  JsonStreamError,
  jsonElements,
  parseJson,
  separatorProblem,
  utf8Lines,
} from "../../../text/index.ts";
import { plural } from "../../../text/presentation/index.ts";
import { META_FIELDS, type ReadRubric, readSample, type Sample } from "./sample.ts";
import { mapSample, type SampleMapping } from "./sample-mapping.ts";

const SAMPLE_FORMATS = ["jsonl", "json", "csv"] as const;
export type SampleFormat = (typeof SAMPLE_FORMATS)[number];

/** The content at one place of the input: a sample, or the reason why it is none. */
export type SampleEntry =
  | { place: number; ok: true; sample: Sample }
  | { place: number; ok: false; reason: string; raw: string };

/** A file that as a whole is not of the expected kind; none of it is judged. */
export class SampleFileError extends Error {
  override name = "SampleFileError";
}

export interface ReadSamplesOptions {
  format: SampleFormat;
  mapping: SampleMapping | null;
  readRubric: ReadRubric;
}

/** Longest JSON file that holds a single sample instead of a list. */
const LONGEST_SINGLE = 64 * 1024 * 1024;
/** Enough of a refused entry to recognise it. */
const KEPT_OF_REFUSED = 10_000;

/**
 * Reads samples one at a time from JSONL, a JSON array (or a single JSON object) or CSV. `place` is the line, for JSON the
 * position in the array. An unreadable entry is reported and does not stop the rest, except in JSON, where nothing can be read
 * after a syntax error.
 *
 * @throws SampleFileError when the file as a whole is unusable
 */
export async function* readSamples(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadSamplesOptions,
): AsyncGenerator<SampleEntry> {
  if (options.format === "jsonl") yield* readJsonLines(bytes, options);
  else if (options.format === "json") yield* readJson(decoded(bytes), options);
  else yield* readCsv(decoded(bytes), options);
}

/** The format by the file's name; null if unknown. */
export function formatOf(path: string): SampleFormat | null {
  if (/\.(jsonl|ndjson)$/i.test(path)) return "jsonl";
  if (/\.json$/i.test(path)) return "json";
  return /\.csv$/i.test(path) ? "csv" : null;
}

async function* readJsonLines(bytes: AsyncIterable<Uint8Array>, options: ReadSamplesOptions) {
  for await (const line of utf8Lines(bytes)) {
    if ("problem" in line) {
      yield refused(line.number, line.problem, line.beginning);
      continue;
    }
    if (line.text.trim() === "") continue;
    const parsed = parseJson(line.text);
    if (parsed.ok) yield entryOf(line.number, parsed.value, line.text, options);
    else yield refused(line.number, parsed.message, line.text);
  }
}

async function* readJson(text: AsyncIterable<string>, options: ReadSamplesOptions): AsyncGenerator<SampleEntry> {
  const { opening, all } = await peek(text);
  if (opening === "{") {
    const value = await parseWhole(all);
    yield entryOf(1, value, "", options);
    return;
  }
  let place = 0;
  try {
    for await (const { value } of jsonElements(all)) {
      place += 1;
      yield entryOf(place, value, "", options);
    }
  } catch (error) {
    if (!(error instanceof JsonStreamError)) throw error;
    if (place === 0) throw new SampleFileError(error.message);
    yield refused(place + 1, `${error.message}; nothing after this place was read`, "");
  }
}

async function* readCsv(text: AsyncIterable<string>, options: ReadSamplesOptions): AsyncGenerator<SampleEntry> {
  let header: string[] | null = null;
  for await (const record of csvRecords(text)) {
    if (header === null) {
      header = readHeader(record, options.mapping);
      continue;
    }
    const { line, cells } = record;
    const raw = cells.join(",");
    if ("problem" in record) yield refused(line, record.problem, raw);
    else if (cells.length !== header.length)
      yield refused(line, `expected ${plural(header.length, "cell")} as in the header, found ${cells.length}`, raw);
    else {
      const row = Object.fromEntries(header.map((name, index) => [name, cells[index]!]));
      yield entryOf(line, options.mapping ? row : unmapped(row), raw, options);
    }
  }
  if (header === null) throw new SampleFileError("the CSV file is empty; its first line must name the columns");
}

/** Reports wrong columns once, before any row, because every row would be refused for the same reason. */
function readHeader(record: CsvRecord, mapping: SampleMapping | null): string[] {
  if ("problem" in record) throw new SampleFileError(`line 1: ${record.problem}`);
  const header = record.cells;
  const separator = separatorProblem(header);
  if (separator !== null) throw new SampleFileError(separator);
  const wanted: string[] = mapping
    ? [...Object.values(mapping.meta), mapping.question, mapping.model_output, mapping.rubric].filter(
        (field) => typeof field === "string",
      )
    : [...META_FIELDS, "question", "model_output"];
  const missing = wanted.filter((name) => !header.includes(name));
  const repeated = header.filter((name, index) => header.indexOf(name) < index);
  const unknown = mapping ? [] : header.filter((name) => !wanted.includes(name));
  if (repeated.length > 0) throw new SampleFileError(`the column ${repeated[0]} appears twice`);
  if (missing.length > 0)
    throw new SampleFileError(
      `no column ${missing.join(", ")}; the columns are ${header.join(", ")}. A mapping (--mapping) says which column is what`,
    );
  if (unknown.length > 0)
    throw new SampleFileError(
      `unknown column ${unknown.join(", ")}; a mapping (--mapping) says which columns are labels`,
    );
  return header;
}

function unmapped({ question, model_output, ...meta }: Record<string, string>) {
  return { meta, question, model_output };
}

function entryOf(place: number, value: unknown, raw: string, { mapping, readRubric }: ReadSamplesOptions): SampleEntry {
  const mapped = mapping && isRecord(value) ? mapSample(value, mapping) : { ok: true as const, value };
  if (!mapped.ok) return refused(place, mapped.reason, raw || JSON.stringify(value));
  const reading = readSample(mapped.value, readRubric);
  return reading.ok ? { place, ...reading } : refused(place, reading.reason, raw || JSON.stringify(value));
}

function refused(place: number, reason: string, raw: string): SampleEntry {
  return { place, ok: false, reason, raw: raw.slice(0, KEPT_OF_REFUSED) };
}

async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (chunk?: Uint8Array) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      throw new SampleFileError("not valid UTF-8");
    }
  };
  for await (const chunk of bytes) yield decode(chunk);
  const rest = decode();
  if (rest !== "") yield rest;
}

/** The first character that is not white space, and the whole text again. */
async function peek(text: AsyncIterable<string>): Promise<{ opening: string; all: AsyncIterable<string> }> {
  const iterator = text[Symbol.asyncIterator]();
  let before = "";
  for (;;) {
    const { value, done } = await iterator.next();
    if (!done) before += value;
    if (done || before.trim() !== "") break;
  }
  async function* all() {
    yield before.replace(/^\ufeff/, "");
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  return { opening: before.trim()[0] ?? "", all: all() };
}

async function parseWhole(text: AsyncIterable<string>): Promise<unknown> {
  let whole = "";
  for await (const part of text) {
    whole += part;
    if (whole.length > LONGEST_SINGLE)
      throw new SampleFileError("a single JSON object beyond 64 MB; use an array or JSONL");
  }
  const parsed = parseJson(whole);
  if (parsed.ok) return parsed.value;
  throw new SampleFileError(
    `${parsed.message}. If every line is an object of its own, the format is jsonl (--format jsonl)`,
  );
}
