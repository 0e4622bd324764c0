import { openEvidenceLookup } from "../../../src/judging/campaign/grounding/grounding.ts";
import type { Packet } from "../../../src/judging/campaign/packet/packet.ts";
import { aggregatePanel, placesOfEvidence } from "../../../src/judging/campaign/trial/aggregate-panel.ts";
import {
  asStored,
  countChecks,
  passedWithChecks,
  scoresOfPanel,
} from "../../../src/judging/campaign/trial/trial-result.ts";
import { verdictContract } from "../../../src/judging/campaign/trial/verdict-contract.ts";
import type { ResolvedJudge } from "../../../src/judging/panel/judges.ts";
import type { PanelCall } from "../../../src/judging/panel/panel.ts";
import type { CallRecord, EvaluationRecord, JudgeResult, Verdict } from "../../../src/records/index.ts";
import { type Dossier, recordOf } from "./dossier.ts";
import type { LogRecord } from "./log-surgery.ts";
import { SAMPLE_SIZES } from "./workspace-files.ts";

/**
 * Makes everything in an evaluation follow from the judge calls that it names now, and from its checks: what a forger does who knows that
 * scores are recomputed.
 *
 * @param sampleSizes how many verdicts of a judge run count, by its id
 */
export function recount(
  dossier: Dossier,
  evaluation: LogRecord<"evaluation">,
  sampleSizes: Record<string, number> = SAMPLE_SIZES,
) {
  const record = evaluation.value;
  const { result, prompt } = record;
  const packet = JSON.parse(recordOf(dossier, "text", prompt.user_sha256).value) as Packet;
  const calls = callsOf(dossier, record, packet, sampleSizes);
  const panel = aggregatePanel(calls, record.aggregation, openEvidenceLookup(packet));
  const ofPanel = (warning: string) => result.judge_runs.some((run) => warning.startsWith(`${run.judge_run_id}: `));
  const scored = {
    ...result,
    ...scoresOfPanel(panel, calls),
    checks: countChecks(record.checks),
    warnings: [...result.warnings.filter((warning) => !ofPanel(warning)), ...panel.warnings],
  };
  record.result = asStored({ ...scored, passed: passedWithChecks(scored) });
  record.evidence_places = panel.iterations.map(({ iterations }) =>
    iterations.map(({ evidence }) => evidence && placesOfEvidence(evidence)),
  );
}

function callsOf(
  dossier: Dossier,
  { result }: EvaluationRecord,
  packet: Packet,
  sampleSizes: Record<string, number>,
): PanelCall<Verdict>[] {
  const contract = verdictContract(packet);
  return result.judge_runs.flatMap(({ judge_run_id, judge_id, iterations }) => {
    const judge = { judge_run_id, judge_id, sample_size: sampleSizes[judge_run_id] ?? null } as ResolvedJudge;
    return iterations.map(({ repetition, call_id, status, problem }): PanelCall<Verdict> => {
      const asked = status === "not_asked" ? null : recordOf(dossier, "call", call_id).value;
      const record = (asked ?? { call_id, attempts: [], usage: null }) as PanelCall<Verdict>["record"];
      return { judge, repetition, record: { ...record, result: resultOf(asked, problem, contract) }, reused: true };
    });
  });
}

function resultOf(
  asked: CallRecord | null,
  problem: string | null,
  contract: ReturnType<typeof verdictContract>,
): JudgeResult<Verdict> {
  if (asked === null) return { status: "not_asked", message: problem ?? "not asked yet", because: "reading" };
  const last = asked.attempts.at(-1)?.outcome;
  if (last?.status !== "answered") return { status: "unanswered", message: problem ?? "", permanent: false };
  const checked = contract.check(last.message.content ?? "");
  if (!checked.ok) return { status: "invalid", violations: checked.violations };
  return { status: "verdict", answer: checked.answer, repairs: checked.repairs };
}
