import { formatUsd, plural } from "../../text/presentation/index.ts";
import type { RecordReader, ResultReader, ShownUnit, UnknownUnit } from "../protocol.ts";
import { plainShown, type ShownEvidence, type ShownTrial, type ShownVerdict } from "../shown-trial.ts";
import { type ListedRubric, openStoredRubric, readStoredRubric, type StoredSample } from "./stored-rubrics.ts";

export const rubricResultReader: ResultReader = {
  show(records, result, which) {
    const listed = readStoredRubric(result);
    return listed && showSample(records, listed, which);
  },
};

/** Shows one judged sample, by its number. */
function showSample(records: RecordReader, listed: ListedRubric, which: string): ShownUnit | UnknownUnit {
  const opened = openStoredRubric(records, listed, () => {});
  const sample = /^\d+$/.test(which) ? opened.sample(Number(which)) : null;
  if (!sample)
    return {
      problem: `${listed.name} has no judged sample ${which}; they are numbered, as in ${listed.name}/1`,
      kind: "sample",
      known: [],
    };
  const { shown, system, user, judgements, calls } = sample;
  return {
    shown: composeSample(listed.name, sample),
    packet: shown,
    raw: { system, user, judgements, calls },
  };
}

function composeSample(of: string, sample: StoredSample): ShownTrial {
  const { number, judgements, shown, locate } = sample;
  const places = new Map<string, { start: number; end: number }>();
  for (const { scores } of judgements)
    for (const { evidence } of Object.values(scores))
      for (const { quote } of evidence) {
        const at = locate(quote);
        if (at) places.set(quote, { start: at.start, end: at.end });
      }
  const quotes = [
    ...new Map([...places.values()].map((place) => [`${place.start}-${place.end}`, place])).values(),
  ].sort((one, other) => one.start - other.start || one.end - other.end);
  const numberOf = (quote: string) => {
    const at = places.get(quote);
    return at ? quotes.findIndex(({ start, end }) => start === at.start && end === at.end) + 1 : null;
  };
  const verdicts = judgements.map((judgement): ShownVerdict => {
    const entries = Object.entries(judgement.scores);
    return {
      judge: `${judgement.judge_run_id} (${judgement.judge_model}${judgement.offline ? ", a program" : ""})`,
      repetition: judgement.repetition,
      status: judgement.status,
      score: null,
      dimensions: Object.fromEntries(entries.map(([id, { score }]) => [id, score])),
      summary: judgement.notes === "" ? null : judgement.notes,
      reason: null,
      problem: judgement.violations.map(({ message }) => message).join("; ") || null,
      evidence: entries.flatMap(([dimension, { rationale, evidence }]): ShownEvidence[] => {
        const found = evidence.flatMap(({ quote }) => numberOf(quote) ?? []);
        const missing = evidence.filter(({ quote }) => numberOf(quote) === null).map(({ quote }) => quote);
        const state = missing.length > 0 ? "not_found" : found.length > 0 ? "grounded" : "quotes_nothing";
        return [{ dimension, text: rationale, state, quotes: [...new Set(found)], places: [], missing }];
      }),
    };
  });
  const meta = Object.entries(judgements[0]?.meta ?? {}).flatMap(([field, value]): [string, string][] =>
    value === null ? [] : [[field, String(value)]],
  );
  const cost = judgements.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0);
  return {
    ...plainShown("sample", `${of}/${number}`, `outputs/rubric/${of}`),
    headline: `${judgements.filter(({ status }) => status === "verdict").length} valid of ${plural(judgements.length, "judgement")}`,
    facts: [...meta, ...(cost > 0 ? [["judging cost", formatUsd(cost)] as [string, string]] : [])],
    question: shown ? [{ role: "question", content: shown.question }] : [],
    answer: shown?.model_output ?? null,
    quotes,
    verdicts,
    warnings: shown ? [] : ["what the judges were shown is missing or damaged"],
  };
}
