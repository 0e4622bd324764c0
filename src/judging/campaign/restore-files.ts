import {
  type CallRecord,
  type EvaluationRecord,
  isReusable,
  type JudgeRecord,
  type RunArtifact,
  type Verdict,
} from "../../records/index.ts";
import { currentRun, type Store, type TrialPlace } from "../../store/index.ts";
import { evidenceOf } from "./aggregate-panel.ts";
import { evaluationTexts } from "./evaluation-texts.ts";
import { openEvidenceLookup } from "./grounding.ts";
import type { Packet } from "./packet/packet.ts";
import { verdictContract } from "./verdict-contract.ts";

/** Makes the reading files of an evaluation from records alone; what is missing or damaged, by name, or null when all was there. */
export async function renderEvaluationFiles(
  store: Store,
  { place, identity }: { place: TrialPlace; identity: RunArtifact["identity"] },
  evaluationProfileFolder: string,
  record: EvaluationRecord,
): Promise<string | null> {
  const user = store.text(record.prompt.user_sha256);
  if (user === null) return `the packet ${record.prompt.user_sha256}`;
  const run = currentRun(store, identity.run_id);
  if (!run || !isReusable(run.facts.status)) return `the run ${identity.run_id}`;
  const packet = JSON.parse(user) as Packet;
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
  if (missing) return `the judge call ${missing.call_id}`;
  const texts = evaluationTexts({
    identity,
    runStatus: run.facts.status,
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
  });
  await store.tree.writeEvaluation(place, evaluationProfileFolder, texts);
  return null;
}

/** The record as the panel sees it: the last answer held to the contract of today. */
function withVerdict(record: CallRecord, contract: ReturnType<typeof verdictContract>): JudgeRecord<Verdict> {
  const last = record.attempts.at(-1)?.outcome;
  const checked = last?.status === "answered" ? contract.check(last.message.content ?? "") : null;
  if (!checked?.ok) return record as JudgeRecord<Verdict>;
  return { ...record, result: { status: "verdict", answer: checked.answer, repairs: checked.repairs } };
}
