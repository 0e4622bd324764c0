import { didYouMean } from "../diagnostics/did-you-mean.ts";
import { repeatedIds } from "../file/repeated-ids.ts";
import type { EvaluationProfile } from "../schema/campaign/evaluation-profile.ts";
import type { Complaint } from "../source/source-file.ts";

/** Checks an evaluation profile across its parts. */
export function checkEvaluationProfile(profile: EvaluationProfile): Complaint[] {
  const { judges, judge_runs, anchors, aggregation } = profile;
  const judgeIds = judges.map(({ judge_id }) => judge_id);
  const complaints: Complaint[] = [
    ...repeatedIds(judges, "judge_id", ["judges"]),
    ...repeatedIds(judge_runs, "judge_run_id", ["judge_runs"]),
    ...repeatedIds(anchors.references, "anchor_id", ["anchors", "references"]),
  ];
  for (const [index, { judge_id }] of judge_runs.entries()) {
    if (judgeIds.includes(judge_id)) continue;
    const there = judgeIds.length === 0 ? "`judges` declares none" : `\`judges\` declares ${judgeIds.join(", ")}`;
    const suggestion = didYouMean(judge_id, judgeIds);
    complaints.push({
      path: ["judge_runs", index, "judge_id"],
      message: `no judge is called "${judge_id}"; ${there}`,
      ...(suggestion ? { suggestion } : {}),
    });
  }
  for (const [index, { judge_id }] of judges.entries())
    if (!judge_runs.some((run) => run.judge_id === judge_id))
      complaints.push({
        severity: "warning",
        path: ["judges", index, "judge_id"],
        message: `"${judge_id}" is never asked, because no entry of \`judge_runs\` names it`,
      });
  const threshold = aggregation.pass_threshold ?? 0;
  if (threshold > 0 && threshold < 1)
    complaints.push({
      severity: "warning",
      path: ["aggregation", "pass_threshold"],
      message: `is a score from 0 to 10, so ${threshold} lets nearly everything pass`,
      suggestion: `Did you mean ${Number((threshold * 10).toPrecision(12))}?`,
    });
  if (judges.length === 0 && judge_runs.length === 0)
    complaints.push({
      severity: "warning",
      path: [],
      message: "asks no judge: without `judges` and `judge_runs` only deterministic checks are made",
    });
  return complaints;
}
