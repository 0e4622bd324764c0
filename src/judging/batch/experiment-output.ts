import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { JsonStreamError, jsonElements } from "../../text/index.ts";

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

/** The experiment's output cannot be measured as it is; the message says where and why. */
export class OutputError extends Error {
  override name = "OutputError";
}

/** Which file to read, and what a plain list in it holds. */
export interface OutputFile {
  path: string;
  holds: OutputEntry["kind"];
}

/**
 * Reads the experiment's output one entry at a time: JSON Lines (by extension), a JSON array, or a JSON object with
 * `items`, `singletons` and `clusters`. In JSON Lines and plain arrays an entry with `"singleton": true` is a singleton
 * and one with `cluster_id` and no `item_id` is a cluster.
 */
export async function* readOutput({ path, holds }: OutputFile): AsyncGenerator<OutputEntry> {
  for await (const { value, key, place } of /\.(jsonl|ndjson)$/i.test(path) ? linesOf(path) : elementsOf(path)) {
    const kind = KINDS_BY_KEY[key] ?? (key === "" ? kindOf(value, holds) : null);
    if (kind === null) continue;
    yield kind === "cluster" ? { kind, cluster: asCluster(value, place) } : { kind, item: asItem(value, place) };
  }
}

const KINDS_BY_KEY: Record<string, OutputEntry["kind"]> = {
  items: "item",
  singletons: "singleton",
  clusters: "cluster",
};

interface Placed {
  value: unknown;
  key: string;
  place: string;
}

async function* linesOf(path: string): AsyncGenerator<Placed> {
  let line = 0;
  try {
    for await (const text of createInterface({
      input: createReadStream(path, "utf8"),
      crlfDelay: Number.POSITIVE_INFINITY,
    })) {
      line += 1;
      const trimmed = line === 1 ? text.replace(/^\uFEFF/, "").trim() : text.trim();
      if (trimmed === "") continue;
      yield { value: parseLine(trimmed, `${path}:${line}`), key: "", place: `${path}:${line}` };
    }
  } catch (error) {
    throw asOutputError(error, path);
  }
}

async function* elementsOf(path: string): AsyncGenerator<Placed> {
  try {
    for await (const { key, position, value } of jsonElements(createReadStream(path, "utf8"))) {
      yield { value, key, place: `${path}: ${key || "element"} ${position}` };
    }
  } catch (error) {
    throw asOutputError(error, path);
  }
}

function parseLine(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new OutputError(`${place}: not JSON: ${(error as Error).message}`);
  }
}

function kindOf(value: unknown, holds: OutputEntry["kind"]): OutputEntry["kind"] {
  if (!isRecord(value)) return holds;
  if (value.singleton === true) return "singleton";
  return "cluster_id" in value && !("item_id" in value) ? "cluster" : holds;
}

function asItem(value: unknown, place: string): Item {
  if (!isRecord(value)) throw new OutputError(`${place}: an item must be a JSON object, not ${nameOf(value)}`);
  if (!isId(value.item_id)) {
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
  if (!isId(id)) throw new OutputError(`${place}: "cluster_id" must be a string or a number, but it is ${nameOf(id)}`);
  if (typeof value.title !== "string")
    throw new OutputError(`${place}: "title" must be a string, but it is ${nameOf(value.title)}`);
  // Titles and themes only: the contents of clusters would drown the judge, and are not its business here.
  const themes = Array.isArray(value.themes) ? value.themes.filter((theme) => typeof theme === "string") : undefined;
  return themes?.length ? { cluster_id: id, title: value.title, themes } : { cluster_id: id, title: value.title };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isId(value: unknown): value is ItemId {
  return (typeof value === "string" && value !== "") || (typeof value === "number" && Number.isFinite(value));
}

function nameOf(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (value === "") return "empty";
  return Array.isArray(value) ? "a list" : `a ${typeof value}`;
}

function asOutputError(error: unknown, path: string): unknown {
  if (error instanceof JsonStreamError) return new OutputError(`${path}: ${error.message}`);
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return new OutputError(`${path}: there is no such file`);
  if (code === "EISDIR") return new OutputError(`${path}: is a directory, not a file`);
  return code ? new OutputError(`${path}: ${(error as Error).message}`) : error;
}
