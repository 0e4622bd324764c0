import { chunkName } from "../../wire/index.ts";
import { route } from "./route.ts";

/** Returns the chunks that the current address shows. */
export function chunksOnScreen(): Set<string> {
  const { campaign, trial, campaigns, rubric, batch } = currentPage();
  return new Set([
    chunkName("store"),
    ...(campaign === null ? [] : [chunkName("campaign", campaign), chunkName("calibration", campaign)]),
    ...(campaign === null || trial === null ? [] : [chunkName("trial", campaign, ...trial)]),
    ...(campaigns === null ? [] : [chunkName("comparison", ...campaigns)]),
    ...(rubric === null ? [] : [chunkName("rubric", rubric.name)]),
    ...(batch === null ? [] : [chunkName("batch", batch)]),
  ]);
}

export interface PageAddress {
  campaign: string | null;
  trial: [subject: string, caseId: string, repetition: number] | null;
  /** Two subjects to compare. */
  pair: [string, string] | null;
  /** True for the page about a campaign's judges. */
  judges: boolean;
  /** True for the page about a campaign's labels. */
  calibration: boolean;
  /** Two campaigns to compare. */
  campaigns: [base: string, candidate: string] | null;
  /** Rubric judging, with the number of a sample. */
  rubric: { name: string; sample: number | null } | null;
  /** Experiment judged in batches. */
  batch: string | null;
  /** True for labelling. */
  label: boolean;
}

const NOWHERE: PageAddress = {
  campaign: null,
  trial: null,
  pair: null,
  judges: false,
  calibration: false,
  campaigns: null,
  rubric: null,
  batch: null,
  label: false,
};

/**
 * Parses the address: `/campaign/<suite>/<run profile>[/<evaluation profile>]`, optionally followed by
 * `/trial/<subject>/<case>/<repetition>`, `/compare/<subject>/<subject>`, `/judges` or `/calibration`; `/compare/<campaign>/<campaign>`;
 * `/rubric/<name>[/sample/<number>]`; `/batch/<name>`; `/label`.
 */
export function currentPage(): PageAddress {
  const [kind, ...rest] = route.value.path;
  if (kind === "rubric" && rest[0] !== undefined)
    return { ...NOWHERE, rubric: { name: rest[0], sample: rest[1] === "sample" ? Number(rest[2]) : null } };
  if (kind === "label") return { ...NOWHERE, label: true };
  if (kind === "batch" && rest[0] !== undefined) return { ...NOWHERE, batch: rest[0] };
  if (kind === "compare" && rest.length === 6)
    return { ...NOWHERE, campaigns: [rest.slice(0, 3).join("/"), rest.slice(3).join("/")] };
  if (kind !== "campaign") return NOWHERE;
  // A suite may be called "trial", but the profile in this position ends with a fingerprint.
  const at = rest.findIndex((part, place) => place > 1 && ["trial", "compare", "judges", "calibration"].includes(part));
  if (at === -1) return { ...NOWHERE, campaign: rest.join("/") };
  const campaign = rest.slice(0, at).join("/");
  if (rest[at] === "judges") return { ...NOWHERE, campaign, judges: true };
  if (rest[at] === "calibration") return { ...NOWHERE, campaign, calibration: true };
  const [one = "", other = "", repetition = "1"] = rest.slice(at + 1);
  if (rest[at] === "compare") return { ...NOWHERE, campaign, pair: [one, other] };
  return { ...NOWHERE, campaign, trial: [one, other, Number(repetition)] };
}
