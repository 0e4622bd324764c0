import { chunkName } from "../../wire/index.ts";
import { route } from "./route.ts";

/** The page that an address leads to. */
export type CurrentPage =
  | { page: "store" }
  /** People label. */
  | { page: "label" }
  | { page: "campaign" | "judges" | "calibration"; campaign: string }
  | { page: "trial"; campaign: string; trial: [subject: string, caseId: string, repetition: number] }
  /** Two subjects of a campaign are compared. */
  | { page: "subjects"; campaign: string; pair: [string, string] }
  /** Two campaigns are compared. */
  | { page: "campaigns"; base: string; candidate: string }
  /** Something that a protocol judged under a name, or a single unit of it. */
  | { page: "judging"; protocol: string; name: string; unit: { noun: string; id: string } | null };

/** The address of something that was judged under a name. */
export interface JudgingAddress {
  protocol: string;
  name: string;
  unit: string | null;
}

/**
 * Reads the address: `/campaign/<suite>/<run profile>[/<evaluation profile>]`, with `/trial/<subject>/<case>/<repetition>` or
 * `/compare/<subject>/<subject>`, `/judges` or `/calibration` behind it; `/compare/<campaign>/<campaign>`; `/label`;
 * `/<protocol>/<name>[/<unit>/<number>]`.
 */
export function currentPage(): CurrentPage {
  const [kind, ...rest] = route.value.path;
  if (kind === "label") return { page: "label" };
  if (kind === "compare" && rest.length === 6)
    return { page: "campaigns", base: rest.slice(0, 3).join("/"), candidate: rest.slice(3).join("/") };
  if (kind === "campaign") return pageOfCampaign(rest);
  if (kind === undefined || rest[0] === undefined) return { page: "store" };
  const [name, noun, id] = rest;
  return { page: "judging", protocol: kind, name, unit: noun === undefined || id === undefined ? null : { noun, id } };
}

function pageOfCampaign(parts: string[]): CurrentPage {
  // A suite may be called "trial"; the profile in this place never is, since it ends with its fp8.
  const at = parts.findIndex(
    (part, place) => place > 1 && ["trial", "compare", "judges", "calibration"].includes(part),
  );
  if (at === -1) return { page: "campaign", campaign: parts.join("/") };
  const campaign = parts.slice(0, at).join("/");
  const page = parts[at];
  if (page === "judges" || page === "calibration") return { page, campaign };
  const [one = "", other = "", repetition = "1"] = parts.slice(at + 1);
  if (page === "compare") return { page: "subjects", campaign, pair: [one, other] };
  return { page: "trial", campaign, trial: [one, other, Number(repetition)] };
}

/** Lists the chunks of what is shown. */
export function chunksOnScreen(): Set<string> {
  return new Set([chunkName("store"), ...chunksOf(currentPage())]);
}

function chunksOf(current: CurrentPage): string[] {
  if (current.page === "judging") return [chunkName("judging", current.protocol, current.name)];
  if (current.page === "campaigns") return [chunkName("comparison", current.base, current.candidate)];
  if (!("campaign" in current)) return [];
  const { campaign } = current;
  return [
    chunkName("campaign", campaign),
    chunkName("calibration", campaign),
    ...(current.page === "trial" ? [chunkName("trial", campaign, ...current.trial)] : []),
  ];
}
