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

/** Rubric judging in a list. */
export interface ListedRubric extends NamedResult {
  manifest: RubricManifest;
  /** Null if its tables are missing or damaged; `assay rubric summarize` writes them again. */
  summary: RubricSummary | null;
}

/** Opened rubric judging. */
export interface StoredRubric extends ListedRubric {
  judgements: IndexedJudgements;
  /** Reads a sample by its number; null if it was not judged. */
  sample(number: number): StoredSample | null;
}

export interface StoredSample {
  number: number;
  judgements: Judgement[];
  /** Call of each judgement; null if its record is damaged. */
  calls: (CallRecord | null)[];
  /** The sample as the judges saw it, without names; null if damaged. */
  shown: ShownSample | null;
  /** Messages exactly as sent. */
  system: string | null;
  user: string | null;
  /** Position of a quote in the shown output. */
  locate: (quote: string) => { start: number; end: number } | null;
}

/** Lists all judgings of samples, the newest first. Folders without a manifest of ours are skipped. */
export function listStoredRubrics(outputs: string): ListedRubric[] {
  return listNamed(outputs, rubric).flatMap((named) => readStoredRubric(named) ?? []);
}

/** Reads the facts of one judging for a list; null if its manifest is damaged. */
export function readStoredRubric(named: NamedResult): ListedRubric | null {
  const manifest = readManifestNow(named.folder);
  return manifest && { ...named, manifest, summary: readSummary(named.folder) };
}

/** Opens a rubric judging, reading its judgements once and passing on each. */
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
