import { type CampaignPage, TRIAL_FLAGS } from "../../wire/index.ts";
import { setQuery } from "../state/route.ts";
import { isFiltering, type TrialFilter } from "../state/trial-filter.ts";

/** Which trials are shown; all of it is in the address. */
export function FilterBar({ page, filter }: { page: CampaignPage; filter: TrialFilter }) {
  const outcomes = outcomesOf(page);
  const flags = Object.entries(TRIAL_FLAGS).filter(([, bit]) => page.trials.flags.some((flag) => (flag & bit) !== 0));
  return (
    <search class="filters">
      <label>
        <span>text</span>
        <input
          id="filter-text"
          type="search"
          value={filter.text}
          placeholder="questions, answers, reasons"
          onInput={({ currentTarget }) => setQuery({ text: currentTarget.value })}
        />
      </label>
      <Choice name="outcome" value={filter.outcome} all="any outcome" options={outcomes} />
      <div class="score-range">
        <span>score</span>
        <span>
          <ScoreInput name="from" value={filter.from} label="score from" />
          –
          <ScoreInput name="to" value={filter.to} label="score to" />
        </span>
      </div>
      {page.check_ids.length > 0 && (
        <Choice
          name="check"
          value={filter.check}
          all="any check"
          options={page.check_ids.map((id) => [id, id])}
          label="failed check"
        />
      )}
      {flags.length > 0 && (
        <Choice
          name="flag"
          value={filter.flag}
          all="all"
          options={flags.map(([name]) => [name, FLAG_WORDS[name as keyof typeof TRIAL_FLAGS]])}
          label="look at"
        />
      )}
      {isFiltering(filter) && (
        <button
          type="button"
          onClick={() => setQuery({ text: null, outcome: null, from: null, to: null, check: null, flag: null })}
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

function Choice(props: { name: string; value: string; all: string; options: [string, string][]; label?: string }) {
  const { name, value, all, options, label = name } = props;
  return (
    <label>
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => setQuery({ [name]: currentTarget.value })}>
        <option value="">{all}</option>
        {options.map(([option, words]) => (
          <option value={option} key={option}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
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
