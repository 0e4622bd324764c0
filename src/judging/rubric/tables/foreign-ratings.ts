import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import type { RecordMapping } from "../../../config/index.ts";
import { isRecord, jsonElements, parseJson, utf8Lines } from "../../../text/index.ts";
import { isSameModel } from "../judging/judgement.ts";
import { kindOfValue } from "../samples/sample.ts";
import { fieldOf } from "../samples/sample-mapping.ts";
import { type Rating, type TableShape, valuesByName } from "./rating.ts";

/** A judge record of another origin, or its problem. */
type ForeignRecord = { file: string; value: unknown } | { file: string; problem: string };

/** Judge records of other origin, read through the user's mapping. */
export interface ForeignRatings {
  shape: TableShape;
  ratings(): AsyncGenerator<Rating>;
}

/**
 * Opens records below a folder (one JSON file each, or JSONL), or in one JSON array or JSONL file. Reads them twice: first for
 * the dimensions, unless the mapping names them, then for the ratings. A record without a mapped field or with an unusable score
 * is not dropped, but counts as invalid with a reason.
 */
export async function openForeignRatings(from: string, mapping: RecordMapping): Promise<ForeignRatings> {
  const dimensions = mapping.dimensions ?? (await dimensionsIn(from, mapping));
  const leading = Object.keys(mapping.columns);
  const shape = { leading, dimensions, trailing: [], groupBy: mapping.group_by };
  async function* ratings() {
    for await (const record of foreignRecords(from)) yield foreignRating(record, mapping, dimensions);
  }
  return { shape, ratings };
}

async function* foreignRecords(from: string): AsyncGenerator<ForeignRecord> {
  const isFolder = (await stat(from)).isDirectory();
  const files = isFolder
    ? (await readdir(from, { recursive: true })).filter((name) => /\.(json|jsonl|ndjson)$/i.test(name)).sort()
    : [""];
  for (const name of files) {
    const path = join(from, name);
    const file = isFolder ? relative(from, path).replaceAll("\\", "/") : path;
    if (/\.(jsonl|ndjson)$/i.test(path)) yield* recordLines(path, file);
    else if (isFolder) yield await wholeFile(path, file);
    else for await (const { value } of jsonElements(createReadStream(path, "utf8"))) yield { file, value };
  }
}

async function* recordLines(path: string, file: string): AsyncGenerator<ForeignRecord> {
  for await (const line of utf8Lines(createReadStream(path))) {
    const place = `${file}:${line.number}`;
    if ("problem" in line) yield { file: place, problem: line.problem };
    else if (line.text.trim() !== "") yield parsed(line.text, place);
  }
}

async function wholeFile(path: string, file: string): Promise<ForeignRecord> {
  return parsed(await readFile(path, "utf8"), file);
}

function parsed(text: string, file: string): ForeignRecord {
  const read = parseJson(text);
  return read.ok ? { file, value: read.value } : { file, problem: read.message };
}

async function dimensionsIn(from: string, mapping: RecordMapping): Promise<string[]> {
  const found = new Set<string>();
  for await (const record of foreignRecords(from)) {
    const scores = "value" in record && isRecord(record.value) ? fieldOf(record.value, mapping.scores) : null;
    if (isRecord(scores)) for (const id of Object.keys(scores)) found.add(id);
  }
  return [...found];
}

function foreignRating(record: ForeignRecord, mapping: RecordMapping, dimensions: string[]): Rating {
  const reasons: { rule: string; message: string }[] = [];
  const complain = (rule: string, message: string) => reasons.push({ rule, message: `${record.file}: ${message}` });
  if ("problem" in record) complain("unreadable_record", record.problem);
  const value = "value" in record && isRecord(record.value) ? record.value : {};
  if ("value" in record && !isRecord(record.value))
    complain("unreadable_record", `expected an object, found ${kindOfValue(record.value)}`);
  const columns = valuesByName<string>([]);
  for (const [column, field] of Object.entries(mapping.columns)) {
    const cell = field === "$file" ? record.file : fieldOf(value, field);
    if (cell === undefined && reasons.length === 0) complain("missing_field", `no field ${field}`);
    columns[column] =
      cell === undefined || cell === null ? "" : typeof cell === "object" ? JSON.stringify(cell) : String(cell);
  }
  const scores = valuesByName<number>([]);
  const given = fieldOf(value, mapping.scores);
  for (const id of reasons.length === 0 ? dimensions : []) {
    const entry = isRecord(given) && Object.hasOwn(given, id) ? given[id] : undefined;
    const score = isRecord(entry) ? entry.score : entry;
    if (typeof score === "number" && Number.isFinite(score)) scores[id] = score;
    else complain("missing_score", `${mapping.scores}.${id}: expected a number, found ${kindOfValue(score)}`);
  }
  if (isRecord(given) && mapping.dimensions)
    for (const id of Object.keys(given))
      if (!dimensions.includes(id))
        complain("unknown_dimension", `${mapping.scores}.${id} is not one of the dimensions`);
  const tags = mapping.failure_tags === undefined ? [] : fieldOf(value, mapping.failure_tags);
  const isValid = reasons.length === 0;
  const { roles } = mapping;
  const cellOf = (column: string | undefined) => (column === undefined ? null : columns[column]!);
  return {
    columns,
    status: isValid ? "verdict" : "invalid",
    scores: isValid ? scores : {},
    roles: {
      sample: roles.sample ? JSON.stringify(roles.sample.map(cellOf)) : null,
      model: cellOf(roles.model),
      promptVariant: cellOf(roles.prompt_variant),
      evalSetVariant: cellOf(roles.eval_set_variant),
      question: cellOf(roles.question_id),
      judge: cellOf(roles.judge),
    },
    failureTags: Array.isArray(tags) ? tags.map(String) : [],
    reasons,
    brokenRules: {},
    evidence: null,
    namesItself: false,
    brokenAnswers: [],
    selfJudging: roles.judge !== undefined && isSameModel(columns[roles.judge]!, cellOf(roles.model)),
    offline: false,
    costUsd: null,
  };
}
