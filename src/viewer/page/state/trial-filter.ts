import { type CampaignPage, chunkName, type SearchChunk, TRIAL_FLAGS } from "../../wire/index.ts";
import { chunk } from "./chunks.ts";

/** Which trials are wanted, as the address has it. */
export interface TrialFilter {
  text: string;
  /** A state, a status of the run, `passed` or `failed`; empty for all. */
  outcome: string;
  from: number | null;
  to: number | null;
  check: string;
  flag: keyof typeof TRIAL_FLAGS | "";
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
    flag: flag in TRIAL_FLAGS ? (flag as TrialFilter["flag"]) : "",
  };
}

export function isFiltering({ text, outcome, from, to, check, flag }: TrialFilter): boolean {
  return text !== "" || outcome !== "" || from !== null || to !== null || check !== "" || flag !== "";
}

/** 1 for every trial that is wanted; null while the texts to search are on their way. */
export function matching(campaign: CampaignPage, filter: TrialFilter): Uint8Array | null {
  const { trials } = campaign;
  const mask = new Uint8Array(trials.case.length).fill(1);
  const check = filter.check === "" ? -1 : campaign.check_ids.indexOf(filter.check);
  const flag = filter.flag === "" ? 0 : TRIAL_FLAGS[filter.flag];
  for (let at = 0; at < mask.length; at++) {
    const score = trials.score[at]!;
    const isWanted =
      (filter.outcome === "" || hasOutcome(campaign, at, filter.outcome)) &&
      (filter.from === null || (score !== null && score >= filter.from)) &&
      (filter.to === null || (score !== null && score <= filter.to)) &&
      (filter.check === "" || (trials.failed_checks[at]?.includes(check) ?? false)) &&
      (flag === 0 || (trials.flags[at]! & flag) !== 0);
    if (!isWanted) mask[at] = 0;
  }
  return filter.text === "" ? mask : searched(campaign, filter.text.toLowerCase(), mask);
}

function hasOutcome({ trials }: CampaignPage, at: number, outcome: string): boolean {
  if (outcome === "passed") return trials.passed[at] === true;
  if (outcome === "failed") return trials.passed[at] === false;
  return trials.state[at] === outcome || (outcome.startsWith("run_") && `run_${trials.status[at]}` === outcome);
}

/** The texts of all trials come in chunks; the first search loads them. */
function searched({ name, search_chunks }: CampaignPage, wanted: string, mask: Uint8Array): Uint8Array | null {
  const loading = Array.from(
    { length: search_chunks },
    (_, number) => chunk<SearchChunk>(chunkName("search", name, number)).value,
  );
  if (loading.some(({ state }) => state === "waiting")) return null;
  for (const part of loading) {
    if (part.state !== "there") continue;
    const { first, texts } = part.value;
    for (let at = 0; at < texts.length; at++) if (!texts[at]!.includes(wanted)) mask[first + at] = 0;
  }
  return mask;
}
