import type { TrialResult } from "./judged-campaign.ts";
import { noticesOf } from "./notices.ts";
import type {
  CallRecord,
  EvaluationRecord,
  RecordKind,
  RecordValues,
  RunRecord,
  SpendingInFlight,
  SpendRecord,
} from "./record.ts";
import type { RunArtifact } from "./run.ts";
import { verdictsDisagree } from "./verdicts-disagree.ts";
import type { RunStatus } from "./vocabulary.ts";

/** The indexed facts of a record, so that ten thousand records can be listed without reading one. */
export interface RecordFacts {
  run: RunFacts;
  adoption: null;
  checks: null;
  call: CallFacts;
  text: null;
  evaluation: EvaluationFacts;
  campaign: null;
  spend: SpendFacts;
  server: null;
  shard: null;
  prune: null;
  label: null;
}

export interface SpendFacts {
  usd: number;
  highest_usd: number;
  reserved_usd?: number;
  unpriced?: string[];
  priced?: string[];
  in_flight?: SpendingInFlight;
}

export interface RunFacts {
  status: RunStatus;
  model: string;
  offline: boolean;
  failure: RunArtifact["failure"];
  duration_ms: number;
  prompt_tokens: number;
  completion_tokens: number;
  /** As reported by the provider; null if not reported. */
  cost_usd: number | null;
  /** The same for the model that played the user; null if there was none. */
  user_cost_usd: number | null;
  /** True if the trial left files, whose existence then has to be checked. */
  left_files: boolean;
  /** Caveats besides the outcome; null when there are none. */
  notices: string[] | null;
}

export interface CallFacts {
  /** Total of all attempts, as reported by the provider; null if unreported or unknown. */
  cost_usd: number | null;
}

export interface EvaluationFacts {
  run_id: string | null;
  state: TrialResult["state"];
  score: number | null;
  passed: boolean | null;
  checks_passed: number;
  checks_total: number;
  /** Ids of the checks that did not pass; null when all did. */
  checks_not_passed: string[] | null;
  /** True if the verdicts leave the trial's quality open. */
  verdicts_disagree: boolean;
  judging_cost_usd: number | null;
}

/** Derives a record's facts. Pure, so that a lost index can be rebuilt. */
export function factsOf<Kind extends RecordKind>(kind: Kind, value: RecordValues[Kind]): RecordFacts[Kind] {
  if (kind === "run") return runFacts(value as RunRecord) as RecordFacts[Kind];
  if (kind === "evaluation") return evaluationFacts(value as EvaluationRecord) as RecordFacts[Kind];
  if (kind === "call") return { cost_usd: (value as CallRecord).usage?.cost_usd ?? null } as RecordFacts[Kind];
  if (kind === "spend") {
    const { usd, highest_usd, reserved_usd, unpriced, priced, in_flight } = value as SpendRecord;
    const rare = { ...(reserved_usd && { reserved_usd }), ...(unpriced && { unpriced }), ...(priced && { priced }) };
    return { usd, highest_usd, ...rare, ...(in_flight && { in_flight }) } as RecordFacts[Kind];
  }
  return null as RecordFacts[Kind];
}

function runFacts({ artifact, files }: Pick<RunRecord, "artifact" | "files">): RunFacts {
  const { status, request, failure, timing, usage } = artifact;
  const notices = noticesOf(artifact);
  return {
    status,
    model: request.model,
    offline: request.offline,
    failure,
    duration_ms: timing.duration_ms,
    prompt_tokens: usage?.prompt_tokens ?? 0,
    completion_tokens: usage?.completion_tokens ?? 0,
    cost_usd: usage?.cost_usd ?? null,
    user_cost_usd: artifact.simulated_user?.usage?.cost_usd ?? null,
    left_files: files !== null,
    notices: notices.length > 0 ? notices : null,
  };
}

function evaluationFacts({ result, aggregation }: EvaluationRecord): EvaluationFacts {
  const costs = result.judge_runs.flatMap(({ iterations }) => iterations.map(({ cost_usd }) => cost_usd));
  const known = costs.filter((cost) => cost !== null);
  const notPassed = result.checks.not_passed.map(({ check_id }) => check_id);
  return {
    run_id: result.run_id,
    state: result.state,
    score: result.score,
    passed: result.passed,
    checks_passed: result.checks.passed,
    checks_total: result.checks.total,
    checks_not_passed: notPassed.length === 0 ? null : notPassed,
    verdicts_disagree: verdictsDisagree(result, aggregation.pass_threshold),
    judging_cost_usd: known.length === 0 ? null : known.reduce((sum, cost) => sum + cost, 0),
  };
}
