import type { ListedResult, StoredResults } from "../../../operations/index.ts";
import { writeCampaignName } from "../../../records/index.ts";
import { byScore } from "../../../report/index.ts";
import type { FirstRows, TrialColumns } from "../../wire/index.ts";
import { storedScore } from "./campaign-row.ts";
import { inMatrixOrder, roundedScore } from "./trial-columns.ts";

/** Smaller campaigns load instantly as a whole. */
const LARGE = 2000;

/** Composes a large campaign's rows from the index, to show them while its records are still loading. */
export function composeFirstRows(results: Pick<StoredResults, "about">, listed: ListedResult): FirstRows {
  const { trials } = listed;
  if (trials.length < LARGE) return { matrix: null };
  const record = results.about(listed);
  const labels = new Map(record?.models.map(({ model_id, label }) => [model_id, label]));
  const modelIds = bestFirst(listed, [...labels.keys()]);
  const titles = new Map(record?.cases.map(({ case_id, title }) => [case_id, title]));
  const caseIds = asListed(listed, record?.cases ?? []);
  return {
    matrix: {
      name: writeCampaignName(listed),
      title: record?.suite_title ?? listed.suite_id,
      subjects: modelIds.map((model_id) => ({ model_id, label: labels.get(model_id) ?? model_id })),
      case_ids: caseIds,
      case_titles: caseIds.map((id) => titles.get(id) ?? id),
      trials: columnsOf(listed, modelIds, caseIds),
    },
  };
}

/** Orders cases as the whole page will: as in the suite, then removed ones. */
function asListed({ trials }: ListedResult, cases: readonly { case_id: string }[]): string[] {
  const found = new Set(trials.map(({ case_id }) => case_id));
  const known = cases.map(({ case_id }) => case_id).filter((id) => found.delete(id));
  return [...known, ...[...found].sort()];
}

/** Orders subjects as the whole page will. */
function bestFirst(listed: ListedResult, known: readonly string[]): string[] {
  const found = new Set(listed.trials.map(({ model_id }) => model_id));
  const ids = [...new Set([...known.filter((id) => found.has(id)), ...found])];
  const ranked = ids.map((id) => ({ id, score: storedScore(listed, id) })).sort(byScore);
  return ranked.map(({ id }) => id);
}

function columnsOf({ trials }: ListedResult, modelIds: readonly string[], caseIds: readonly string[]): TrialColumns {
  const subjects = new Map(modelIds.map((id, index) => [id, index]));
  const cases = new Map(caseIds.map((id, index) => [id, index]));
  const sorted = inMatrixOrder(trials, subjects, cases);
  return {
    subject: sorted.map(({ model_id }) => subjects.get(model_id)!),
    case: sorted.map(({ case_id }) => cases.get(case_id)!),
    repetition: sorted.map(({ repetition }) => repetition),
    state: sorted.map(({ evaluation }) => evaluation?.state ?? "not_judged"),
    status: sorted.map(({ run }) => run?.status ?? null),
    score: sorted.map(({ evaluation }) => roundedScore(evaluation?.score ?? null)),
    passed: sorted.map(({ evaluation }) => evaluation?.passed ?? null),
    // Known only from the records.
    flags: new Array<number>(sorted.length).fill(0),
    failed_checks: {},
    labels: {},
    judge_flags: [],
  };
}
