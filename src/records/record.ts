import type { ToolDefinition } from "./chat.ts";
import type { CheckResult } from "./check.ts";
import type { JudgeRecord } from "./judge-call.ts";
import type { ModelEntry, TrialResult } from "./judged-campaign.ts";
import { noticesOf } from "./notices.ts";
import type { RunArtifact } from "./run.ts";
import type { Aggregation, Dimension, EvidencePlace, RunStatus } from "./vocabulary.ts";

/** Everything the log keeps, by kind. A record is appended once and never changed; the latest of a key counts. */
export interface RecordValues {
  run: RunRecord;
  adoption: Adoption;
  checks: ChecksRecord;
  call: CallRecord;
  text: string;
  evaluation: EvaluationRecord;
  campaign: CampaignRecord;
  spend: SpendRecord;
  server: ServerToolsRecord;
}

export type RecordKind = keyof RecordValues;

/** One executed trial. Its key is the `run_id`. */
export interface RunRecord {
  schema_version: 2;
  artifact: RunArtifact;
  /** The canonical JSON whose SHA-256 is the `run_id`, unless secrets had to be taken out of it. */
  fingerprint: string;
  /** Folder with the files that the trial left, relative to outputs/; null when it left none. */
  files: string | null;
}

/** A trial whose run was executed under another name with the same inputs. Its key is the `run_id`, its place the trial's own. */
export interface Adoption {
  schema_version: 2;
  identity: RunArtifact["identity"];
}

/** What the checks of a case found in one run, where hooks were among them. Its key is a hash of everything the results depend on. */
export interface ChecksRecord {
  schema_version: 2;
  results: CheckResult[];
}

/** One judge call with all of its attempts. Its key is the call's identity; the two messages are texts of their own. */
export interface CallRecord extends Omit<JudgeRecord<unknown>, "result"> {
  /** Without what was read from a valid answer: it is read again, by the rules of the day. */
  result: Exclude<JudgeRecord<unknown>["result"], { status: "verdict" }> | { status: "verdict" };
}

/** The evaluation of one trial by one panel. Its key is a hash of everything that decides it. */
export interface EvaluationRecord {
  schema_version: 2;
  /** What the judges were sent; both are texts in the log. */
  prompt: { user_sha256: string; system_sha256: string };
  /** What the checks found, as the judges were shown it. */
  checks: CheckResult[];
  /** False when a check could not be decided, or runs code whose changes cannot be seen: it is executed again next time. */
  checks_settled: boolean;
  evaluation_profile_id: string;
  aggregation: Aggregation;
  judges: { judge_run_id: string; judge_id: string; model: string; offline: boolean }[];
  /** As a later command reports it that reuses everything: no call of its own, no new cost. */
  result: TrialResult;
  /** Where the quotes of each verdict were found, by judge run and iteration; null for an iteration without a verdict. */
  evidence_places: (EvidencePlaces | null)[][];
}

/** By dimension, for each piece of evidence and each thing it quotes; null for what is not in the packet. */
export type EvidencePlaces = Record<Dimension, (EvidencePlace | null)[][]>;

/** How a campaign was judged, once for all of its trials. Its key is `<suite>/<run profile>/<evaluation profile>`, each with its fp8. */
export interface CampaignRecord {
  schema_version: 2;
  suite_id: string;
  suite_title: string;
  run_profile_id: string;
  evaluation_profile_id: string;
  models: ModelEntry[];
  judge_runs: { judge_run_id: string; judge_id: string; model: string; endpoint: string; offline: boolean }[];
  judge_system_prompt_sha256: string;
}

/**
 * Money that was spent, as soon as its price was known. Its key is what it was spent for: the folder of a campaign, a judging of samples or a
 * batch, below outputs/.
 */
export interface SpendRecord {
  schema_version: 2;
  usd: number;
  /** The most that one call or one trial of it came to: what the next one may cost. */
  highest_usd: number;
}

/** Which tools an MCP server had when it was last asked. Its key is a hash of what the server is: its program and files, or its address. */
export interface ServerToolsRecord {
  schema_version: 2;
  /** What the workspace calls it, for people. */
  label: string;
  tools: ToolDefinition["function"][];
}

/** What was spent for a campaign in all: runs, judges and retries, by every command on the store. */
export interface CampaignSpending {
  /** As far as providers named prices. */
  spent_usd: number;
  /** `--max-cost-usd`; null without a limit. */
  max_cost_usd: number | null;
  /** What trials had cost that were interrupted, and are not stored; left out when there was nothing of it. */
  interrupted_usd?: number;
}

/** What an index keeps of a record, so that ten thousand of them can be listed without reading one. */
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
}

export interface SpendFacts {
  usd: number;
  highest_usd: number;
}

export interface RunFacts {
  status: RunStatus;
  /** The model string after resolution. */
  model: string;
  offline: boolean;
  failure: RunArtifact["failure"];
  duration_ms: number;
  prompt_tokens: number;
  completion_tokens: number;
  /** As the provider reported it; null when it did not. */
  cost_usd: number | null;
  /** The same of the model that played its user; null where there was none. */
  user_cost_usd: number | null;
  /** True when the trial left files, so that somebody has to look whether they are still there. */
  left_files: boolean;
  /** What a reader must know besides the outcome; null when there is nothing. */
  notices: string[] | null;
}

export interface CallFacts {
  /** Of all attempts, as the provider reported it; null when it did not, or nobody looked. */
  cost_usd: number | null;
}

export interface EvaluationFacts {
  run_id: string | null;
  state: TrialResult["state"];
  score: number | null;
  passed: boolean | null;
  checks_passed: number;
  checks_total: number;
  judging_cost_usd: number | null;
}

/** The facts of a record: a pure function of it, so that an index that is lost can be made again. */
export function factsOf<Kind extends RecordKind>(kind: Kind, value: RecordValues[Kind]): RecordFacts[Kind] {
  if (kind === "run") return runFacts(value as RunRecord) as RecordFacts[Kind];
  if (kind === "evaluation") return evaluationFacts(value as EvaluationRecord) as RecordFacts[Kind];
  if (kind === "call") return { cost_usd: (value as CallRecord).usage?.cost_usd ?? null } as RecordFacts[Kind];
  if (kind === "spend") {
    const { usd, highest_usd } = value as SpendRecord;
    return { usd, highest_usd } as RecordFacts[Kind];
  }
  return null as RecordFacts[Kind];
}

export function runFacts({ artifact, files }: Pick<RunRecord, "artifact" | "files">): RunFacts {
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

function evaluationFacts({ result }: EvaluationRecord): EvaluationFacts {
  const costs = result.judge_runs.flatMap(({ iterations }) => iterations.map(({ cost_usd }) => cost_usd));
  const known = costs.filter((cost) => cost !== null);
  return {
    run_id: result.run_id,
    state: result.state,
    score: result.score,
    passed: result.passed,
    checks_passed: result.checks.passed,
    checks_total: result.checks.total,
    judging_cost_usd: known.length === 0 ? null : known.reduce((sum, cost) => sum + cost, 0),
  };
}

/**
 * The subject's own outcomes are reused. Failures of infrastructure, and what the user's own configuration broke (`invalid`), say
 * nothing about it: they are never judged, and run again.
 */
export function isReusable(status: RunStatus): boolean {
  return status === "success" || status === "failed";
}
