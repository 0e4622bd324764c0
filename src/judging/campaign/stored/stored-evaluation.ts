import {
  type CallRecord,
  type EvaluationRecord,
  isReusable,
  type JudgeRecord,
  type RunArtifact,
  type TrialKey,
  type Verdict,
} from "../../../records/index.ts";
import type { Store } from "../../../store/index.ts";
import { type EvaluationParts, evaluationTexts } from "../files/evaluation-texts.ts";
import { openEvidenceLookup } from "../grounding/grounding.ts";
import { readPacket } from "../packet/read-packet.ts";
import { evidenceOf } from "../trial/aggregate-panel.ts";
import { verdictContract } from "../trial/verdict-contract.ts";

/** The parts of an evaluation, or the name of anything missing or damaged. */
export type StoredEvaluation = { ok: true; parts: EvaluationParts } | { ok: false; missing: string };

/** Reads an evaluation from records alone: the prompts, the answers, and the places of the quotes. */
export function readStoredEvaluation(
  store: Store,
  { identity, status: runStatus }: Pick<RunArtifact, "identity" | "status">,
  record: EvaluationRecord,
): StoredEvaluation {
  const user = store.text(record.prompt.user_sha256);
  if (user === null) return { ok: false, missing: `the packet ${record.prompt.user_sha256}` };
  if (!isReusable(runStatus)) return { ok: false, missing: `the run ${identity.run_id}` };
  const packet = readPacket(user);
  const contract = verdictContract(packet);
  const lookUp = openEvidenceLookup(packet);
  const calls = record.result.judge_runs.map(({ judge_run_id, judge_id, iterations }) =>
    iterations.map(({ call_id, repetition, status }) => {
      const stored = status === "not_asked" ? null : store.read("call", call_id);
      const call = stored && withVerdict(stored.value, contract);
      return { judge_run_id, judge_id, judge_repetition: repetition, status, call_id, record: call };
    }),
  );
  const missing = calls.flat().find((call) => call.record === null && call.status !== "not_asked");
  if (missing) return { ok: false, missing: `the judge call ${missing.call_id}` };
  const parts = {
    identity,
    runStatus,
    record,
    packet,
    user,
    calls: calls
      .flat()
      .flatMap(({ judge_run_id, judge_id, judge_repetition, record: call }) =>
        call ? [{ judge_run_id, judge_id, judge_repetition, record: call }] : [],
      ),
    words: calls.map((own) =>
      own.map(({ record: call }) => {
        const verdict = call?.result.status === "verdict" ? call.result.answer : null;
        return { verdict, evidence: verdict && evidenceOf(verdict, lookUp) };
      }),
    ),
  };
  return { ok: true, parts };
}

/**
 * Writes the reading files of an evaluation from records alone; returns the name of anything missing or damaged, or null if all
 * was there.
 */
export async function renderEvaluationFiles(
  store: Store,
  { place, artifact }: { place: TrialKey; artifact: RunArtifact },
  evaluationProfileFolder: string,
  record: EvaluationRecord,
): Promise<string | null> {
  const stored = readStoredEvaluation(store, artifact, record);
  if (!stored.ok) return stored.missing;
  await store.tree.writeEvaluation(place, evaluationProfileFolder, evaluationTexts(stored.parts, artifact));
  return null;
}

/** The record as the panel sees it: the last answer checked against the current contract. */
function withVerdict(record: CallRecord, contract: ReturnType<typeof verdictContract>): JudgeRecord<Verdict> {
  const last = record.attempts.at(-1)?.outcome;
  const checked = last?.status === "answered" ? contract.check(last.message.content ?? "") : null;
  if (!checked?.ok) return record as JudgeRecord<Verdict>;
  return { ...record, result: { status: "verdict", answer: checked.answer, repairs: checked.repairs } };
}
