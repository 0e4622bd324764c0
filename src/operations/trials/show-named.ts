import { UnknownNameError } from "../../errors/index.ts";
import type { ShownEvidence, ShownTrial, ShownVerdict } from "../../report/index.ts";
import { formatRounded, formatUsd, plural } from "../../text/presentation/index.ts";
import type { StoredBatch } from "../store/results/stored-batches.ts";
import type { StoredResults } from "../store/results/stored-results.ts";
import type { ListedRubric, StoredSample } from "../store/results/stored-rubrics.ts";
import type { ShownRecords } from "./show-trial.ts";

/** A sample of a rubric (`<judging>/<number>`) or an item of a batch (`<batch>/<item id>`); null when no judging has that name. */
export function showNamed(results: StoredResults, written: string): ShownRecords | null {
  const [, name, which] = /^(?:outputs\/)?(?:rubric\/|batch\/)?([^/#]+)[/#](.+)$/.exec(written.trim()) ?? [];
  if (name === undefined || which === undefined) return null;
  const rubric = results.rubrics().find((listed) => listed.name === name);
  if (rubric) return showSample(results, rubric, which);
  const batch = results.batches().find((stored) => stored.name === name);
  return batch ? showItem(results, batch, which) : null;
}

function showSample(results: StoredResults, listed: ListedRubric, which: string): ShownRecords {
  const opened = results.openRubric(listed, () => {});
  const sample = /^\d+$/.test(which) ? opened.sample(Number(which)) : null;
  if (!sample)
    throw new UnknownNameError(
      `${listed.name} has no judged sample ${which}; they are numbered, as in ${listed.name}/1`,
      { kind: "sample", name: which, known: [] },
    );
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
    ...emptyShown("sample", `${of}/${number}`, `outputs/rubric/${of}`),
    headline: `${judgements.filter(({ status }) => status === "verdict").length} valid of ${plural(judgements.length, "judgement")}`,
    facts: [...meta, ...(cost > 0 ? [["judging cost", formatUsd(cost)] as [string, string]] : [])],
    question: shown ? [{ role: "question", content: shown.question }] : [],
    answer: shown?.model_output ?? null,
    quotes,
    verdicts,
    warnings: shown ? [] : ["what the judges were shown is missing or damaged"],
  };
}

function showItem(results: StoredResults, stored: StoredBatch, which: string): ShownRecords {
  const { result, name } = stored;
  const all = [...result.items, ...(result.singletons?.items ?? [])];
  const ids = all.map(({ item_id }) => String(item_id));
  const at = ids.indexOf(which);
  const item = all[at];
  if (!item)
    throw new UnknownNameError(
      `${name} has no judged item ${which}; there are ${ids.slice(0, 5).join(", ")}${ids.length > 5 ? " …" : ""}`,
      { kind: "item", name: which, known: ids },
    );
  const drawn = results.drawnItems(stored);
  const shown = [...(drawn?.items ?? []), ...(drawn?.singletons ?? [])].find(
    ({ item: one }) => String(one.item_id) === which,
  )?.item;
  const verdicts = item.opinions.map((opinion): ShownVerdict => {
    const fields =
      opinion.status === "scored" ? Object.entries(opinion.verdict).filter(([field]) => field !== "item_id") : [];
    const figures = fields.filter((entry): entry is [string, number] => typeof entry[1] === "number");
    const words = fields.filter(([, value]) => typeof value !== "number");
    return {
      judge: opinion.judge_id,
      repetition: opinion.repetition,
      status: opinion.status === "scored" ? "verdict" : "invalid",
      score: null,
      dimensions: Object.fromEntries(figures),
      summary:
        words
          .map(([field, value]) => `${field}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
          .join("; ") || null,
      reason: null,
      problem: opinion.status === "scored" ? null : opinion.reason,
      evidence: [],
    };
  });
  const score =
    "score" in item && typeof item.score === "number" ? `${result.scoring.primary} ${formatRounded(item.score)}` : "";
  return {
    shown: {
      ...emptyShown("item", `${name}/${which}`, `outputs/batch/${name}`),
      headline: score === "" ? plural(item.opinions.length, "opinion") : score,
      answer: shown === undefined ? null : JSON.stringify(shown, null, 2),
      verdicts,
      warnings: shown === undefined ? ["what the judges were shown of it is missing or damaged"] : [],
    },
    packet: shown ?? null,
    raw: item,
  };
}

function emptyShown(kind: ShownTrial["kind"], name: string, of: string): ShownTrial {
  return {
    schema_version: 1,
    kind,
    name,
    of,
    headline: "",
    passed: null,
    facts: [],
    question: [],
    answer: null,
    quotes: [],
    tools: [],
    checks: null,
    verdicts: [],
    files: [],
    folder: null,
    warnings: [],
    next: [
      { title: "what its judges were shown", command: `assay show ${name} --packet` },
      { title: "everything as it was stored", command: `assay show ${name} --raw` },
    ],
  };
}
