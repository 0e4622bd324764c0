import {
  type EvaluationRecord,
  problemOfRecord,
  type RunArtifact,
  type RunRecord,
  type TrialResult,
  type Verdict,
} from "../../../records/index.ts";
import type { Store } from "../../../store/index.ts";
import type { PanelCall } from "../../panel/panel.ts";
import { openEvidenceLookup } from "../grounding/grounding.ts";
import type { Packet } from "../packet/packet.ts";
import { readForeignPacket } from "../packet/read-packet.ts";
import { aggregatePanel, type PanelResult, placesOfEvidence } from "../trial/aggregate-panel.ts";
import {
  asStored,
  countChecks,
  emptyResult,
  factsOfRun,
  passedWithChecks,
  scoresOfPanel,
  warningsOf,
} from "../trial/trial-result.ts";
import { verdictContract } from "../trial/verdict-contract.ts";
import { resultDifferences } from "./compare-results.ts";
import { type Difference, differenceBetween } from "./difference.ts";
import type { ExpectedJudging } from "./expected-judging.ts";
import { textByHash } from "./text-by-hash.ts";
import { answeredTwice, verifyCalls } from "./verify-calls.ts";
import { verifyPacket } from "./verify-packet.ts";

export interface VerifiedEvaluation {
  differences: Difference[];
  /** Required records that are missing or damaged. */
  missing: string[];
  /** Judges' answers that were read again. */
  answers: number;
  /** Required verdicts. */
  verdicts: number;
  unhashedCalls: number;
  /** Null if the packet could not be read. */
  packet: { isRebuilt: boolean; hasSecret: boolean } | null;
  /** The derived result; null when too much is missing. */
  result: TrialResult | null;
}

/**
 * Derives a trial's evaluation from its campaign's settings, its run and the judges' answers, and compares. Takes from the record
 * itself only the prompts and the check results; both are in the messages, by whose hashes the answers are found.
 */
export async function verifyEvaluation(
  store: Store,
  run: RunRecord,
  identities: readonly RunArtifact["identity"][],
  record: EvaluationRecord,
  judging: ExpectedJudging,
): Promise<VerifiedEvaluation> {
  const verified: VerifiedEvaluation = {
    ...{ differences: [], missing: [], answers: 0, unhashedCalls: 0, packet: null, result: null },
    verdicts: judging.judges.reduce((sum, { repetitions }) => sum + repetitions, 0),
  };
  const problem = problemOfRecord("evaluation", record);
  if (problem !== null) return refuse(verified, "the record of its evaluation", problem);
  verified.differences.push(...settingsThatDiffer(record, judging));
  const read = findPacket(store, record);
  verified.differences.push(...read.differences);
  verified.missing.push(...read.missing);
  // Texts that were not sent are read no further.
  if (read.packet === null) return verified;
  const { packet, text } = read;
  const shown = await verifyPacket(store, { packet, text, run, identities, record }, judging);
  verified.packet = shown;
  verified.differences.push(...shown.differences);
  const found = verifyCalls(store, record, judging, verdictContract(packet));
  verified.answers = found.answers;
  verified.unhashedCalls = found.unhashed;
  verified.differences.push(...found.differences, ...found.calls.flatMap(answeredTwice));
  verified.missing.push(...found.missing);
  if (found.calls.length < verified.verdicts) return verified;
  const panel = aggregatePanel(found.calls, judging.aggregation, openEvidenceLookup(packet));
  const fits = text.length <= judging.max_characters;
  const result = composeResult({ run, identity: identities[0]!, record, panel, calls: found.calls, text, fits });
  verified.result = { ...result, names_itself: shown.namesItself ?? record.result.names_itself };
  const places = panel.iterations.map(({ iterations }) =>
    iterations.map(({ evidence }) => evidence && placesOfEvidence(evidence)),
  );
  verified.differences.push(
    ...resultDifferences(record.result, verified.result),
    ...differenceBetween("where evidence was found", record.evidence_places, places),
  );
  return verified;
}

function refuse(verified: VerifiedEvaluation, what: string, problem: string): VerifiedEvaluation {
  verified.differences.push({ what, stored: problem, found: "a record that can be read" });
  return verified;
}

/** All evaluations of a campaign have the same judges and aggregation. */
function settingsThatDiffer(record: EvaluationRecord, judging: ExpectedJudging): Difference[] {
  const judges = judging.judges.map(({ judge_run_id, judge_id, model, offline }) => {
    return { judge_run_id, judge_id, model, offline };
  });
  const asked = record.result.judge_runs.map(({ judge_run_id, judge_id, iterations }) => {
    return [judge_run_id, judge_id, iterations.map(({ repetition }) => repetition)];
  });
  const toAsk = judging.judges.map(({ judge_run_id, judge_id, repetitions }) => {
    return [judge_run_id, judge_id, Array.from({ length: repetitions }, (_, at) => at + 1)];
  });
  return [
    ...differenceBetween("aggregation", record.aggregation, judging.aggregation),
    ...differenceBetween("the judges", record.judges, judges),
    ...differenceBetween("the verdicts that were asked for, by judge", asked, toAsk),
    ...differenceBetween("the evaluation profile", record.evaluation_profile_id, judging.evaluation_profile_id),
    ...differenceBetween("the system message", record.prompt.system_sha256, judging.system_sha256),
  ];
}

interface ReadPacket {
  packet: Packet | null;
  text: string;
  differences: Difference[];
  missing: string[];
}

function findPacket(store: Store, { prompt }: EvaluationRecord): ReadPacket {
  const system = textByHash(store, "the system message", prompt.system_sha256);
  const user = textByHash(store, "the packet", prompt.user_sha256);
  const read = {
    packet: null,
    text: user.text ?? "",
    differences: [...user.differences, ...system.differences],
    missing: [...user.missing, ...system.missing],
  };
  if (user.text === null || system.text === null) return read;
  const { packet, problem } = readForeignPacket(user.text);
  if (packet) return { ...read, packet };
  return { ...read, differences: [{ what: "the packet", stored: problem, found: "a packet that can be read" }] };
}

interface ResultParts {
  run: RunRecord;
  identity: RunArtifact["identity"];
  record: EvaluationRecord;
  panel: PanelResult;
  calls: PanelCall<Verdict>[];
  text: string;
  fits: boolean;
}

/** Composes a result from its parts, as it is stored. */
function composeResult({ run, identity, record, panel, calls, text, fits }: ResultParts): TrialResult {
  const empty = emptyResult(identity, "not_judged", null);
  const ran = { ...empty, ...factsOfRun(run.artifact, { reused: true }), run_id: identity.run_id };
  const scored = {
    ...ran,
    checks: countChecks(record.checks),
    ...scoresOfPanel(panel, calls),
    warnings: [...ran.warnings, ...warningsOf(panel, { fits, text })],
  };
  return asStored({ ...scored, passed: passedWithChecks(scored) });
}
