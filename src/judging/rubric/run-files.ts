import { join } from "node:path";
import type { Scale } from "../../statistics/index.ts";
import { readStoredJson, readStoredJsonNow, type StoredJson, writeJsonAtomic } from "../../store/index.ts";
import type { Language } from "./judging/language.ts";
import type { SampleFormat } from "./samples/read-samples.ts";

/** The content of manifest.json: the samples, judges and settings, so that a run can be repeated and its tables made again. */
export interface RubricManifest {
  schema_version: 1;
  protocol: "rubric";
  name: string;
  /** `complete`, or the reason for an earlier end; repeating the command continues. */
  status: "complete" | "interrupted" | "stopped";
  stop_reason: string | null;
  samples: {
    file: string;
    format: SampleFormat;
    sha256: string;
    bytes: number;
    accepted: number;
    rejected: number;
    /** Samples whose text names their own model or variant, so that their judge was not fully blind. */
    naming_themselves: number;
  };
  /** SHA-256 of the mapping and of the rubric for all samples, as canonical JSON; null without one. */
  mapping_sha256: string | null;
  rubric_sha256: string | null;
  meta_fields: string[];
  dimensions: string[];
  /** The lowest and the highest band of each dimension; absent in folders of version 0.2.0 and before. */
  scales?: Record<string, Scale>;
  judges: {
    judge_run_id: string;
    judge_id: string;
    model: string;
    endpoint: string;
    options: Record<string, unknown>;
    repetitions: number;
    attempts: number;
  }[];
  system_prompt_sha256: Record<Language, string>;
  language: Language | "auto";
  reveal_meta: boolean;
  seed: number;
  group_by: string[][];
  judgements: { planned: number; verdicts: number; invalid: number; unanswered: number };
}

export const judgementsPath = (folder: string) => join(folder, "judgements.jsonl");
/** Temporary file for samples being judged, beside the results and so on the same disk. */
export const spoolPath = (folder: string) => join(folder, `.samples.${process.pid}.tmp`);
export const rejectsPath = (folder: string) => join(folder, "rejects.jsonl");

export async function writeManifest(folder: string, manifest: RubricManifest): Promise<void> {
  await writeJsonAtomic(join(folder, "manifest.json"), manifest);
}

/** The manifest of a run's folder; null when there is none. */
export async function readManifest(folder: string): Promise<RubricManifest | null> {
  return asManifest(await readStoredJson(join(folder, "manifest.json")));
}

/** Like `readManifest`, synchronously, for showing stored runs one page at a time. */
export function readManifestNow(folder: string): RubricManifest | null {
  return asManifest(readStoredJsonNow(join(folder, "manifest.json")));
}

function asManifest(stored: StoredJson): RubricManifest | null {
  const manifest = stored.state === "found" ? (stored.value as Partial<RubricManifest> | null) : null;
  return manifest?.protocol === "rubric" && Array.isArray(manifest.dimensions) ? (manifest as RubricManifest) : null;
}
