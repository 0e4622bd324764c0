import { join } from "node:path";
import type { CallRecord } from "../../records/index.ts";
import { listNamed, type NamedResult, readStoredJsonNow } from "../../store/index.ts";
import type { RecordReader } from "../protocol.ts";
import type { ShownSample } from "./judging/contract.ts";
import { openSnippetSources } from "./judging/evidence.ts";
import type { Judgement } from "./judging/judgement.ts";
import { rubric } from "./protocol.ts";
import { type RubricManifest, readManifestNow } from "./run-files.ts";
import { type IndexedJudgements, indexJudgements, readJudgements } from "./stored-judgements.ts";
import type { RubricSummary } from "./tables/summary.ts";

/** A judging of samples by a rubric, as the list of them knows it. */
export interface ListedRubric extends NamedResult {
  manifest: RubricManifest;
  /** Null when its tables were never made, or are damaged; `assay rubric summarize` makes them again. */
  summary: RubricSummary | null;
}

/** A judging of samples, opened. */
export interface StoredRubric extends ListedRubric {
  judgements: IndexedJudgements;
  /** Everything about one sample, by its number; null when nobody has judged it. */
  sample(number: number): StoredSample | null;
}

export interface StoredSample {
  number: number;
  judgements: Judgement[];
  /** The call behind each judgement; null when its record is damaged. */
  calls: (CallRecord | null)[];
  /** What the judges were shown, blind as they were; null when it is damaged. */
  shown: ShownSample | null;
  /** The two messages exactly as they were sent. */
  system: string | null;
  user: string | null;
  /** Where a quote is in the output that was shown. */
  locate: (quote: string) => { start: number; end: number } | null;
}

/** Lists all judgings of samples, the newest first. A folder without a manifest of ours is none. */
export function listStoredRubrics(outputs: string): ListedRubric[] {
  return listNamed(outputs, rubric).flatMap((named) => readStoredRubric(named) ?? []);
}

/** Reads what the list of judgings knows of one; null where its manifest is damaged. */
export function readStoredRubric(named: NamedResult): ListedRubric | null {
  const manifest = readManifestNow(named.folder);
  return manifest && { ...named, manifest, summary: readSummary(named.folder) };
}

/** Opens one of them; its judgements are read through once, and each is handed on. */
export function openStoredRubric(
  records: RecordReader,
  listed: ListedRubric,
  also: (judgement: Judgement) => void,
): StoredRubric {
  const judgements = indexJudgements(listed.folder, also);
  return {
    ...listed,
    judgements,
    sample(number) {
      const lines = judgements.bySample.get(number);
      return lines ? readSample(records, number, readJudgements(listed.folder, lines)) : null;
    },
  };
}

function readSummary(folder: string): RubricSummary | null {
  const stored = readStoredJsonNow(join(folder, "summary.json"));
  const summary = stored.state === "found" ? (stored.value as Partial<RubricSummary> | null) : null;
  const isWhole = [summary?.means, summary?.differences, summary?.judges].every(Array.isArray);
  return isWhole && summary?.judgements ? (summary as RubricSummary) : null;
}

function readSample(records: RecordReader, number: number, judgements: Judgement[]): StoredSample {
  const calls = judgements.map(({ call_id }) => records.read("call", call_id)?.value ?? null);
  const prompt = calls.find((call) => call !== null)?.prompt;
  const user = prompt ? records.text(prompt.user_sha256) : null;
  const shown = user === null ? null : (JSON.parse(user) as ShownSample);
  const sources = shown && openSnippetSources(shown);
  return {
    number,
    judgements,
    calls,
    shown,
    system: prompt ? records.text(prompt.system_sha256) : null,
    user,
    locate: (quote) => sources?.verify(quote) ?? null,
  };
}
