import type { Store } from "../../store/index.ts";

/**
 * Says why a trial with a stored run has no verdict that belongs to it: it was never judged, or what was judged is not what is there
 * now. `packetSha256` is null when not even the packet can be composed, because the checks have to run again.
 */
export function whyNotJudged(store: Store, place: string, packetSha256: string | null): string {
  const entry = store.at("evaluation", place);
  const judged = entry && store.readEntry(entry);
  if (judged) {
    if (packetSha256 === null || judged.prompt.user_sha256 !== packetSha256)
      return "stale: the run or the case has changed since it was judged; `assay run-eval` judges it again";
    return "its judges' answers are missing from the store; `assay run-eval` asks again";
  }
  if (wasJudgedUnderOlderProfile(store, place))
    return "stale: the judges or their prompts have changed since it was judged; `assay run-eval` judges it again";
  return "not judged yet; `assay run-eval` judges it";
}

/** `<suite>/<run profile>/<evaluation_profile_id>-<fp8>/<model>/<case>/<n>`, with another fp8. */
function wasJudgedUnderOlderProfile(store: Store, place: string): boolean {
  const parts = (written: string) => {
    const [suite, run, evaluation, ...trial] = written.split("/") as [string, string, string, ...string[]];
    return [suite, run, evaluation.replace(/-[0-9a-f]{8}$/, ""), ...trial].join("/");
  };
  const own = parts(place);
  for (const { place: other } of store.places("evaluation")) if (other !== place && parts(other!) === own) return true;
  return false;
}
