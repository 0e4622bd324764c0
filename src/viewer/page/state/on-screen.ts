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

/** What the address names: `/campaign/<suite>/<run profile>[/<evaluation profile>]`, with `/trial/<subject>/<case>/<repetition>` behind it. */
export function whereabouts(): { campaign: string | null; trial: [string, string, number] | null; view: string } {
  const [kind, ...rest] = route.value.path;
  if (kind !== "campaign") return { campaign: null, trial: null, view: kind ?? "store" };
  // A suite may be called "trial"; the profile in this place never is, since it ends with its fp8.
  const at = rest.indexOf("trial", 2);
  const name = (at === -1 ? rest : rest.slice(0, at)).join("/");
  const [subject, caseId, repetition] = at === -1 ? [] : rest.slice(at + 1);
  const trial: [string, string, number] | null =
    subject !== undefined && caseId !== undefined ? [subject, caseId, Number(repetition ?? 1)] : null;
  return { campaign: name, trial, view: trial ? "trial" : "campaign" };
}
