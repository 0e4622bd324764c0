import { readdir } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import type { FinalResult } from "../../records/index.ts";
import { readStoredJson } from "../../store/index.ts";
import type { EvaluationPaths } from "./evaluation-files.ts";

/**
 * Says why a trial with a stored run has no verdict that belongs to it: it was never judged, or what was judged is not what is there
 * now. `packetSha256` is null when not even the packet can be composed, because the checks have to run again.
 */
export async function whyNotJudged(paths: EvaluationPaths, packetSha256: string | null): Promise<string> {
  const stored = await readStoredJson(paths.finalResult);
  if (stored.state === "found") {
    const judged = (stored.value as Partial<FinalResult> | null)?.prompt?.user_sha256;
    if (packetSha256 === null || judged !== packetSha256)
      return "stale: the run or the case has changed since it was judged; `assay eval` judges it again";
    return "its judges' answers are missing from the store; `assay eval` asks again";
  }
  if (await wasJudgedUnderOlderProfile(paths))
    return "stale: the judges or their prompts have changed since it was judged; `assay eval` judges it again";
  return "not judged yet; `assay eval` judges it";
}

async function wasJudgedUnderOlderProfile({ finalResult, folder }: EvaluationPaths): Promise<boolean> {
  // …/<evaluation_profile_id>-<fp8>/<model_id>/<case_id>/raw_outputs/final_result_N.json
  const profileFolder = dirname(dirname(dirname(dirname(finalResult))));
  const own = basename(profileFolder);
  const inside = finalResult.slice(profileFolder.length + sep.length);
  const profileId = own.replace(/-[0-9a-f]{8}$/, "");
  const siblings = await readdir(dirname(profileFolder)).catch(() => []);
  for (const sibling of siblings.sort()) {
    if (sibling === own || sibling.replace(/-[0-9a-f]{8}$/, "") !== profileId) continue;
    const older = await readStoredJson(join(dirname(profileFolder), sibling, inside));
    if (older.state === "found") return folder !== "";
  }
  return false;
}
