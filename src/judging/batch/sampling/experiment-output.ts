import { isRecord, JsonStreamError, jsonElements, parseJson, utf8Lines } from "../../../text/index.ts";
import { outputBytes, strictText } from "./output-bytes.ts";
import { OutputError } from "./output-error.ts";

export type ItemId = string | number;

/** One thing the experiment produced. Everything but `bucket` is shown to the judge. */
export interface Item {
  item_id: ItemId;
  bucket?: string;
  [field: string]: unknown;
}

export interface ClusterSummary {
  cluster_id: ItemId;
  title: string;
  themes?: string[];
}

export type OutputEntry = { kind: "item" | "singleton"; item: Item } | { kind: "cluster"; cluster: ClusterSummary };

/** A file to read, and the kind of entries in a plain list. */
export interface OutputFile {
  path: string;
  holds: OutputEntry["kind"];
  /** JSON Lines or one JSON document; derived from the file's name if omitted. */
  format?: "jsonl" | "json";
  /** Content to read instead of the file, which is then only a name. */
  bytes?: AsyncIterable<Uint8Array>;
}

/**
 * Reads the experiment's output one entry at a time: JSON Lines, a JSON array, or a JSON object with `items`, `singletons` and
 * `clusters`. In JSON Lines and plain arrays an entry with `"singleton": true` is a singleton and one with `cluster_id` and no
 * `item_id` is a cluster.
 */
export async function* readOutput({ path, holds, format, bytes }: OutputFile): AsyncGenerator<OutputEntry> {
  const isLines = format ? format === "jsonl" : /\.(jsonl|ndjson)$/i.test(path);
  const input = outputBytes(path, bytes);
  for await (const { value, key, place } of isLines ? linesOf(path, input) : elementsOf(path, input)) {
    const kind = key === "" ? kindOf(value, holds) : KINDS_BY_KEY.get(key);
    if (kind === undefined) continue;
    yield kind === "cluster" ? { kind, cluster: asCluster(value, place) } : { kind, item: asItem(value, place) };
  }
}

const KINDS_BY_KEY = new Map<string, OutputEntry["kind"]>([
  ["items", "item"],
  ["singletons", "singleton"],
  ["clusters", "cluster"],
]);

interface Placed {
  value: unknown;
  key: string;
  place: string;
}

async function* linesOf(path: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Placed> {
  for await (const line of utf8Lines(bytes)) {
    const place = `${path}:${line.number}`;
    if ("problem" in line) throw new OutputError(`${place}: ${line.problem}`);
    const text = line.text.trim();
    if (text !== "") yield { value: parseLine(text, place), key: "", place };
  }
}

async function* elementsOf(path: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Placed> {
  try {
    for await (const { key, position, value } of jsonElements(strictText(path, bytes))) {
      yield { value, key, place: `${path}: ${key ? `${key}, ` : ""}element ${position}` };
    }
  } catch (error) {
    if (!(error instanceof JsonStreamError)) throw error;
    const advice = error.hasMore ? "; one JSON object a line is JSON Lines: say --format jsonl" : "";
    throw new OutputError(`${path}: ${error.message}${advice}`);
  }
}

function parseLine(text: string, place: string): unknown {
  const parsed = parseJson(text);
  if (parsed.ok) return parsed.value;
  const isWholeDocument = /:1$/.test(place) && /^[[{],?$/.test(text);
  const advice = isWholeDocument ? "; one JSON document over several lines is not JSON Lines: say --format json" : "";
  throw new OutputError(`${place}: ${parsed.message}${advice}`);
}

function kindOf(value: unknown, holds: OutputEntry["kind"]): OutputEntry["kind"] {
  if (!isRecord(value)) return holds;
  if (value.singleton === true) return "singleton";
  return "cluster_id" in value && !("item_id" in value) ? "cluster" : holds;
}

function asItem(value: unknown, place: string): Item {
  if (!isRecord(value)) throw new OutputError(`${place}: an item must be a JSON object, not ${nameOf(value)}`);
  refuseInexactNumber(value.item_id, "item_id", place);
  if (!isId(value.item_id)) {
    if (Array.isArray(value.items))
      throw new OutputError(
        `${place}: holds "items" and no "item_id"; if the file is one JSON document, say --format json`,
      );
    throw new OutputError(`${place}: "item_id" must be a string or a number, but it is ${nameOf(value.item_id)}`);
  }
  if (value.bucket !== undefined && typeof value.bucket !== "string") {
    throw new OutputError(`${place}: "bucket" must be a string, but it is ${nameOf(value.bucket)}`);
  }
  return value as Item;
}

function asCluster(value: unknown, place: string): ClusterSummary {
  if (!isRecord(value)) throw new OutputError(`${place}: a cluster must be a JSON object, not ${nameOf(value)}`);
  const id = value.cluster_id ?? value.id ?? value.item_id;
  refuseInexactNumber(id, "cluster_id", place);
  if (!isId(id)) throw new OutputError(`${place}: "cluster_id" must be a string or a number, but it is ${nameOf(id)}`);
  if (typeof value.title !== "string")
    throw new OutputError(`${place}: "title" must be a string, but it is ${nameOf(value.title)}`);
  // Titles and themes only: the contents of clusters would overwhelm the judge, and are irrelevant here.
  const themes = Array.isArray(value.themes) ? value.themes.filter((theme) => typeof theme === "string") : undefined;
  return themes?.length ? { cluster_id: id, title: value.title, themes } : { cluster_id: id, title: value.title };
}

function isId(value: unknown): value is ItemId {
  return (typeof value === "string" && value !== "") || (typeof value === "number" && Number.isFinite(value));
}

/** Rejects a number that JavaScript and many judges cannot represent: 9007199254740993 and 9007199254740992 are one number to them. */
function refuseInexactNumber(value: unknown, field: string, place: string): void {
  if (typeof value !== "number" || !Number.isInteger(value) || Number.isSafeInteger(value)) return;
  throw new OutputError(
    `${place}: "${field}" ${value} is too large to be told from its neighbours; write it as a string`,
  );
}

function nameOf(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (value === "") return "empty";
  return Array.isArray(value) ? "a list" : `a ${typeof value}`;
}
