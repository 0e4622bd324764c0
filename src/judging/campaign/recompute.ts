import type { CallRecord, EvaluationRecord, RunRecord, TrialResult, Verdict } from "../../records/index.ts";
import type { Store } from "../../store/index.ts";
import { REDACTED, sha256 } from "../../text/index.ts";
import { type Contract, callIdentity, type PanelCall, type ResolvedJudge } from "../panel/index.ts";
import { aggregatePanel } from "./aggregate-panel.ts";
import { openEvidenceLookup } from "./grounding.ts";
import type { Packet } from "./packet/packet.ts";
import { answerDifference } from "./shown-answer.ts";
import { checkedOnly, countChecks, passedWithChecks, scoresOfPanel } from "./trial-result.ts";
import { verdictContract } from "./verdict-contract.ts";

/** Something that comes out otherwise than it is stored. */
export interface Difference {
  /** `score`, `verdict of strict #2`, `the packet` … */
  what: string;
  stored: string;
  found: string;
}

export interface Recomputed {
  differences: Difference[];
  /** What it rests on and the store has not, or has damaged. */
  missing: string[];
  /** Judges' answers that were read again. */
  answers: number;
  /** What it comes to; null when too much is missing. */
  result: TrialResult | null;
}

/**
 * What the evaluation of a trial comes to when nothing but the words is taken from the store: judges' answers are read by their contract,
 * verdicts aggregated, checks counted. Every identity that is a hash is hashed again.
 */
export function recomputeEvaluation(store: Store, run: RunRecord, record: EvaluationRecord): Recomputed {
  const { prompt, result, aggregation } = record;
  const checks = countChecks(record.checks);
  if (result.judge_runs.length === 0) {
    const found = checkedOnly({ ...result, checks });
    return { differences: differencesIn(result, found), missing: [], answers: 0, result: found };
  }
  const user = store.text(prompt.user_sha256);
  if (user === null) return { ...NOTHING, missing: [`the packet ${prompt.user_sha256}`] };
  const system = store.text(prompt.system_sha256);
  const differences = [
    ...hashDifference("the packet", user, prompt.user_sha256),
    ...(system === null ? [] : hashDifference("the system message", system, prompt.system_sha256)),
  ];
  // Words that are not what was sent are read no further.
  if (differences.length > 0) return { ...NOTHING, differences };
  const packet = JSON.parse(user) as Packet;
  const contract = verdictContract(packet);
  const calls: PanelCall<Verdict>[] = [];
  const missing = system === null ? [`the system message ${prompt.system_sha256}`] : [];
  for (const judgeRun of result.judge_runs) {
    const judge = judgeOf(judgeRun);
    for (const iteration of judgeRun.iterations) {
      const call = iteration.status === "not_asked" ? null : store.read("call", iteration.call_id)?.value;
      if (call === undefined) missing.push(`the judge call ${iteration.call_id}`);
      else calls.push(panelCall(judge, iteration, call, contract));
      if (call) differences.push(...identityDifference(call, iteration.call_id, record));
    }
  }
  if (missing.length > 0) return { differences, missing, answers: calls.length, result: null };
  const panel = aggregatePanel(calls, aggregation, openEvidenceLookup(packet));
  const scored = { ...result, ...scoresOfPanel(panel, calls), checks };
  const found = { ...scored, passed: passedWithChecks(scored) };
  differences.push(...differencesIn(result, found), ...answerDifference(run, packet));
  return { differences, missing, answers: calls.length, result: found };
}

const NOTHING: Recomputed = { differences: [], missing: [], answers: 0, result: null };

type StoredJudgeRun = TrialResult["judge_runs"][number];

/** As much of a judge as aggregation asks for. Where valid verdicts were left out, a sample was asked for. */
function judgeOf({ judge_run_id, judge_id, iterations }: StoredJudgeRun): ResolvedJudge {
  const valid = iterations.filter(({ status }) => status === "verdict");
  const counted = valid.filter(({ aggregated }) => aggregated).length;
  const sample_size = counted < valid.length ? counted : null;
  return { judge_run_id, judge_id, sample_size } as ResolvedJudge;
}

function panelCall(
  judge: ResolvedJudge,
  { repetition, call_id, problem }: StoredJudgeRun["iterations"][number],
  call: CallRecord | null,
  contract: Contract<Verdict>,
): PanelCall<Verdict> {
  const record = (call ?? { call_id, attempts: [], usage: null }) as PanelCall<Verdict>["record"];
  const common = { judge, repetition, record, reused: true };
  const message = problem ?? "";
  if (call === null) return { ...common, state: "not_asked", message, because: "reading" };
  const last = call.attempts.at(-1)?.outcome;
  if (last?.status !== "answered") return { ...common, state: "unanswered", message, permanent: false };
  const checked = contract.check(last.message.content ?? "");
  if (!checked.ok) return { ...common, state: "invalid", violations: checked.violations };
  return { ...common, state: "verdict", answer: checked.answer, repairs: checked.repairs };
}

/** What a report shows, number by number. */
function differencesIn(stored: TrialResult, found: TrialResult): Difference[] {
  const differences: Difference[] = [];
  const compare = (what: string, one: unknown, other: unknown) => {
    const [was, is] = [JSON.stringify(one), JSON.stringify(other)];
    if (was !== is) differences.push({ what, stored: was ?? "nothing", found: is ?? "nothing" });
  };
  for (const [index, run] of found.judge_runs.entries()) {
    const before = stored.judge_runs[index]!;
    for (const [number, { status, score, dimensions, aggregated }] of run.iterations.entries()) {
      const was = before.iterations[number]!;
      const what = `verdict of ${run.judge_run_id} #${was.repetition}`;
      compare(what, [was.status, was.score, was.dimensions, was.aggregated], [status, score, dimensions, aggregated]);
    }
    compare(`score of ${run.judge_run_id}`, [before.score, before.passed], [run.score, run.passed]);
  }
  for (const field of ["state", "score", "passed", "dimensions", "disagreement", "grounding", "checks"] as const)
    compare(field, stored[field], found[field]);
  return differences;
}

function hashDifference(what: string, text: string, stored: string): Difference[] {
  const found = sha256(text);
  return found === stored ? [] : [{ what, stored, found }];
}

/** A call is known by what was sent. A secret that was taken out of the record was still part of it. */
function identityDifference(call: CallRecord, stored: string, { prompt }: EvaluationRecord): Difference[] {
  const { model, options, repetition, endpoint } = call;
  if (JSON.stringify([model, options, endpoint]).includes(REDACTED)) return [];
  const found = callIdentity({ system: "", user: "", model, options, repetition, hashes: prompt }, endpoint);
  return found === stored ? [] : [{ what: "identity of a judge call", stored, found }];
}
