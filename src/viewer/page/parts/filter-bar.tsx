import { useMemo } from "preact/hooks";
import { type CampaignPage, type JUDGE_FLAGS, TRIAL_FLAGS } from "../../wire/index.ts";
import { setQuery } from "../state/route.ts";
import { isFiltering, type TrialFilter } from "../state/trials/trial-filter.ts";
import { Choice } from "./tables/choice.tsx";
import { SearchField } from "./tables/search-field.tsx";

/** Shows the filter of trials, which is part of the address. */
export function FilterBar({ page, filter }: { page: CampaignPage; filter: TrialFilter }) {
  const outcomes = useMemo(() => outcomesOf(page), [page]);
  const flags = useMemo(() => flagsOf(page), [page]);
  const said = saidOf(page);
  return (
    <search class="filters">
      <SearchField label="text" placeholder="questions, answers, reasons" />
      <Choice name="outcome" all="any outcome" options={outcomes} />
      <div class="score-range">
        <span>score</span>
        <span>
          <ScoreInput name="from" value={filter.from} label="score from" />
          –
          <ScoreInput name="to" value={filter.to} label="score to" />
        </span>
      </div>
      {page.check_ids.length > 0 && (
        <Choice name="check" all="any check" options={page.check_ids.map((id) => [id, id])} label="failed check" />
      )}
      {page.labels.length > 0 && (
        <Choice name="label" all="any label" options={page.labels.map((words) => [words, words])} label="people said" />
      )}
      {flags.length > 0 && (
        <Choice
          name="flag"
          all="all"
          options={flags.map(([name]) => [name, FLAG_WORDS[name as keyof typeof TRIAL_FLAGS]])}
          label="look at"
        />
      )}
      {said.length > 0 && <Choice name="said" all="any" options={said} label="a judge" />}
      {isFiltering(filter) && (
        <button
          type="button"
          onClick={() => setQuery(Object.fromEntries(Object.keys(filter).map((name) => [name, null])))}
        >
          Clear
        </button>
      )}
    </search>
  );
}

const FLAG_WORDS: Record<keyof typeof TRIAL_FLAGS, string> = {
  unfounded: "a quote is not found",
  disagreement: "judges disagree",
  broken_answer: "a judge broke its contract",
  names_itself: "the subject names itself",
};

/** Text after a judge's letter. */
const SAID_WORDS: Record<keyof typeof JUDGE_FLAGS, string> = {
  broken_answer: "broke its contract",
  unfounded: "quoted what is not there",
  above: "scored a point above the others",
  below: "scored a point below the others",
  unsteady: "did not repeat itself",
  no_verdict: "gave no valid verdict",
};

function saidOf({ judges }: CampaignPage): [string, string][] {
  return judges.flatMap(({ letter, flagged }) =>
    Object.entries(flagged)
      .filter(([, count]) => count > 0)
      .map(([name]): [string, string] => [
        `${letter}.${name}`,
        `${letter} ${SAID_WORDS[name as keyof typeof flagged]}`,
      ]),
  );
}

function flagsOf({ trials }: CampaignPage): [string, number][] {
  return Object.entries(TRIAL_FLAGS).filter(([, bit]) => trials.flags.some((flag) => (flag & bit) !== 0));
}

function outcomesOf({ trials }: CampaignPage): [string, string][] {
  const found = new Set<string>();
  for (let at = 0; at < trials.case.length; at++) {
    const passed = trials.passed[at];
    if (passed !== null) found.add(passed ? "passed" : "failed");
    found.add(trials.state[at]!);
    if (trials.status[at] !== null && trials.status[at] !== "success") found.add(`run_${trials.status[at]}`);
  }
  return [...found].sort().map((value) => [value, value.replace(/^run_/, "run: ").replaceAll("_", " ")]);
}

function ScoreInput({ name, value, label }: { name: string; value: number | null; label: string }) {
  return (
    <input
      type="number"
      min="0"
      max="10"
      step="0.5"
      aria-label={label}
      value={value ?? ""}
      onChange={({ currentTarget }) => setQuery({ [name]: currentTarget.value })}
    />
  );
}
