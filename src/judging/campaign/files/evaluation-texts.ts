import type {
  EvaluationRecord,
  FinalResult,
  JudgeRecord,
  RunArtifact,
  RunStatus,
  Verdict,
} from "../../../records/index.ts";
import type { EvaluationTexts } from "../../../store/index.ts";
import type { Packet } from "../packet/packet.ts";
import { composeFinalResult, type IterationWords } from "./final-result-compose.ts";
import { renderPromptDebug } from "./prompt-debug.ts";
import { renderSummary } from "./summary-markdown.ts";

/** The sources of one evaluation's reading files. */
export interface EvaluationParts {
  identity: RunArtifact["identity"];
  runStatus: RunStatus;
  record: EvaluationRecord;
  packet: Packet;
  /** The user message as sent. */
  user: string;
  /** Calls made, in the order of judge runs and repetitions. */
  calls: (AskedJudge & { record: JudgeRecord<Verdict> })[];
  words: IterationWords[][];
}

/** The texts of an evaluation's files: the same bytes from the same records at any time. */
export function evaluationTexts(
  parts: EvaluationParts,
  artifact: Pick<RunArtifact, "request" | "final_output">,
): EvaluationTexts {
  const { record, packet, user, calls } = parts;
  const { prompt, result } = record;
  const final = finalResultOf(parts);
  const sent = { packet, user_characters: user.length, ...prompt };
  return {
    summary: renderSummary(final, artifact),
    promptDebug: renderPromptDebug(sent, result.repetition),
    judge: asJson(rawJudgeRecords(calls, prompt, result.repetition)),
    promptUser: user,
    finalResult: asJson(final),
  };
}

/** The evaluation with everything that leads from its score back to the words behind it. */
export function finalResultOf({ identity, runStatus, record, words }: EvaluationParts): FinalResult {
  return composeFinalResult({
    identity,
    runStatus,
    evaluationProfileId: record.evaluation_profile_id,
    aggregation: record.aggregation,
    prompt: record.prompt,
    result: record.result,
    judges: record.judges,
    words,
    checks: record.checks,
  });
}

/** judge_N.json: every answer of every judge about one packet, as the providers gave it, including attempts that broke the contract. */
interface RawJudgeRecords {
  schema_version: 1;
  prompt: { user_sha256: string; system_sha256: string; user_file: string; system_file: string };
  calls: (AskedJudge & JudgeRecord<Verdict>)[];
}

/** Identifies a record's call within the panel. */
export interface AskedJudge {
  judge_run_id: string;
  judge_id: string;
  judge_repetition: number;
}

/**
 * Composes judge_N.json.
 *
 * @param calls those that were made, in the order of judge runs and repetitions
 */
function rawJudgeRecords(
  calls: (AskedJudge & { record: JudgeRecord<Verdict> })[],
  prompt: { user_sha256: string; system_sha256: string },
  repetition: number,
): RawJudgeRecords {
  return {
    schema_version: 1,
    prompt: { ...prompt, user_file: `judge_${repetition}.prompt.user.json`, system_file: "../../../manifest.json" },
    calls: calls.map(({ record, ...asked }) => ({ ...asked, ...record })),
  };
}

const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
