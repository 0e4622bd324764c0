import { join } from "node:path";
import { rubric } from "../../../judging/index.ts";
import type { CallRecord } from "../../../records/index.ts";
import { listRubrics, type NamedResult, readStoredJsonNow, type Store } from "../../../store/index.ts";

/** A judging of samples by a rubric, as the list of them knows it. */
export interface ListedRubric extends NamedResult {
  manifest: rubric.RubricManifest;
  /** Null when its tables were never made, or are damaged; `assay rubric summarize` makes them again. */
  summary: rubric.RubricSummary | null;
}

/** A judging of samples, opened. */
export interface StoredRubric extends ListedRubric {
  judgements: rubric.IndexedJudgements;
  /** Everything about one sample, by its number; null when nobody has judged it. */
  sample(number: number): StoredSample | null;
}

export interface StoredSample {
  number: number;
  judgements: rubric.Judgement[];
  /** The call behind each judgement; null when its record is damaged. */
  calls: (CallRecord | null)[];
  /** What the judges were shown, blind as they were; null when it is damaged. */
  shown: rubric.ShownSample | null;
  /** The two messages exactly as they were sent. */
  system: string | null;
  user: string | null;
  /** Where a quote is in the output that was shown. */
  locate: (quote: string) => { start: number; end: number } | null;
}

/** All judgings of samples, the newest first. A folder without a manifest of ours is none. */
export function listStoredRubrics(outputs: string): ListedRubric[] {
  return listRubrics(outputs).flatMap((named) => {
    const manifest = rubric.readManifestNow(named.folder);
    return manifest ? [{ ...named, manifest, summary: readSummary(named.folder) }] : [];
  });
}

/** Opens one of them; its judgements are read through once, and each is handed on. */
export function openStoredRubric(
  store: Store,
  listed: ListedRubric,
  also: (judgement: rubric.Judgement) => void,
): StoredRubric {
  const judgements = rubric.indexJudgements(listed.folder, also);
  return {
    ...listed,
    judgements,
    sample(number) {
      const lines = judgements.bySample.get(number);
      return lines ? readSample(store, number, rubric.readJudgements(listed.folder, lines)) : null;
    },
  };
}

function readSummary(folder: string): rubric.RubricSummary | null {
  const stored = readStoredJsonNow(join(folder, "summary.json"));
  const summary = stored.state === "found" ? (stored.value as Partial<rubric.RubricSummary> | null) : null;
  const isWhole = [summary?.means, summary?.differences, summary?.judges].every(Array.isArray);
  return isWhole && summary?.judgements ? (summary as rubric.RubricSummary) : null;
}

function readSample(store: Store, number: number, judgements: rubric.Judgement[]): StoredSample {
  const calls = judgements.map(({ call_id }) => store.read("call", call_id)?.value ?? null);
  const prompt = calls.find((call) => call !== null)?.prompt;
  const user = prompt ? store.text(prompt.user_sha256) : null;
  const shown = user === null ? null : (JSON.parse(user) as rubric.ShownSample);
  const sources = shown && rubric.openSnippetSources(shown);
  return {
    number,
    judgements,
    calls,
    shown,
    system: prompt ? store.text(prompt.system_sha256) : null,
    user,
    locate: (quote) => sources?.verify(quote) ?? null,
  };
}
