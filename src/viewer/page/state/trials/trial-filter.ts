import { type CampaignPage, JUDGE_FLAGS, TRIAL_FLAGS } from "../../../wire/index.ts";
import { trialsWithText } from "./search-texts.ts";

/** Filter of trials in the address. */
export interface TrialFilter {
  text: string;
  /** A state, a run's status, `passed` or `failed`; empty for all. */
  outcome: string;
  from: number | null;
  to: number | null;
  check: string;
  /** A label, as words. */
  label: string;
  flag: keyof typeof TRIAL_FLAGS | "";
  /** A judge's letter and one of its flags, such as `A.below`. */
  said: string;
}

export function readFilter(query: URLSearchParams): TrialFilter {
  const number = (name: string) => {
    const text = query.get(name);
    return text === null || text === "" || Number.isNaN(Number(text)) ? null : Number(text);
  };
  const flag = query.get("flag") ?? "";
  return {
    text: query.get("text") ?? "",
    outcome: query.get("outcome") ?? "",
    from: number("from"),
    to: number("to"),
    check: query.get("check") ?? "",
    label: query.get("label") ?? "",
    flag: flag in TRIAL_FLAGS ? (flag as TrialFilter["flag"]) : "",
    said: query.get("said") ?? "",
  };
}

export function isFiltering({ from, to, ...words }: TrialFilter): boolean {
  return from !== null || to !== null || Object.values(words).some((word) => word !== "");
}

/** Returns 1 for each matching trial; null while searched texts are loading. */
export function matching(campaign: CampaignPage, filter: TrialFilter): Uint8Array | null {
  const { trials } = campaign;
  const mask = new Uint8Array(trials.case.length).fill(1);
  const check = filter.check === "" ? -1 : campaign.check_ids.indexOf(filter.check);
  const label = filter.label === "" ? -1 : campaign.labels.indexOf(filter.label);
  const flag = filter.flag === "" ? 0 : TRIAL_FLAGS[filter.flag];
  const said = saidBy(campaign, filter.said);
  for (let at = 0; at < mask.length; at++) {
    const score = trials.score[at]!;
    const isWanted =
      (filter.outcome === "" || hasOutcome(campaign, at, filter.outcome)) &&
      (filter.from === null || (score !== null && score >= filter.from)) &&
      (filter.to === null || (score !== null && score <= filter.to)) &&
      (filter.check === "" || (trials.failed_checks[at]?.includes(check) ?? false)) &&
      (filter.label === "" || (trials.labels[at]?.includes(label) ?? false)) &&
      (flag === 0 || (trials.flags[at]! & flag) !== 0) &&
      (said === null || ((said.flags[at] ?? 0) & said.bit) !== 0);
    if (!isWanted) mask[at] = 0;
  }
  if (filter.text === "") return mask;
  const found = trialsWithText(campaign, mask.length, filter.text.toLowerCase());
  return found && mask.map((isWanted, at) => isWanted & found[at]!);
}

/** Returns the flags of the chosen judge, if any. */
function saidBy({ judges, trials }: CampaignPage, said: string): { flags: Record<number, number>; bit: number } | null {
  const [letter, name] = said.split(".");
  const judge = judges.findIndex((own) => own.letter === letter);
  const bit = JUDGE_FLAGS[name as keyof typeof JUDGE_FLAGS];
  return judge === -1 || bit === undefined ? null : { flags: trials.judge_flags[judge]!, bit };
}

function hasOutcome({ trials }: CampaignPage, at: number, outcome: string): boolean {
  if (outcome === "passed") return trials.passed[at] === true;
  if (outcome === "failed") return trials.passed[at] === false;
  return trials.state[at] === outcome || (outcome.startsWith("run_") && `run_${trials.status[at]}` === outcome);
}
