import { chunkName } from "../../wire/index.ts";
import { route } from "./route.ts";

/** The chunks of what is shown, by the address. */
export function chunksOnScreen(): Set<string> {
  const { campaign, trial } = whereabouts();
  return new Set([
    chunkName("store"),
    ...(campaign === null ? [] : [chunkName("campaign", campaign)]),
    ...(campaign === null || trial === null ? [] : [chunkName("trial", campaign, ...trial)]),
  ]);
}

export interface Whereabouts {
  campaign: string | null;
  trial: [subject: string, caseId: string, repetition: number] | null;
  /** Two subjects that are compared. */
  pair: [string, string] | null;
}

/**
 * What the address names: `/campaign/<suite>/<run profile>[/<evaluation profile>]`, with `/trial/<subject>/<case>/<repetition>` or
 * `/compare/<subject>/<subject>` behind it.
 */
export function whereabouts(): Whereabouts {
  const [kind, ...rest] = route.value.path;
  if (kind !== "campaign") return { campaign: null, trial: null, pair: null };
  // A suite may be called "trial"; the profile in this place never is, since it ends with its fp8.
  const at = rest.findIndex((part, place) => place > 1 && (part === "trial" || part === "compare"));
  if (at === -1) return { campaign: rest.join("/"), trial: null, pair: null };
  const campaign = rest.slice(0, at).join("/");
  const [one = "", other = "", repetition = "1"] = rest.slice(at + 1);
  if (rest[at] === "compare") return { campaign, trial: null, pair: [one, other] };
  return { campaign, trial: [one, other, Number(repetition)], pair: null };
}
