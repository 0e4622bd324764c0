import type { ToolDefinition } from "./chat.ts";
import type { CheckResult } from "./check.ts";
import type { JudgeRecord } from "./judge-call.ts";
import type { CaseEntry, ModelEntry, TrialResult } from "./judged-campaign.ts";
import type { KeptJudging, KeptPlan } from "./kept-judging.ts";
import type { LabelLine } from "./label.ts";
import type { RunArtifact } from "./run.ts";
import type { Aggregation, Dimension, EvidencePlace, RunStatus } from "./vocabulary.ts";

/** Everything in the log, by kind. Records are appended and never changed; the latest of a key counts. */
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
  shard: ShardRecord;
  prune: PruneRecord;
  /** A line of a label file, keyed by its hash. */
  label: LabelLine;
}

export type RecordKind = keyof RecordValues;

/** One executed trial, keyed by its `run_id`. */
export interface RunRecord {
  schema_version: 2;
  artifact: RunArtifact;
  /** The canonical JSON whose SHA-256 is the `run_id`, unless secrets were redacted from it. */
  fingerprint: string;
  /** Folder of the trial's files, relative to outputs/; null when there are none. */
  files: string | null;
}

/** A trial whose run was executed under another name with the same inputs. Keyed by `run_id`; its location is the trial's own. */
export interface Adoption {
  schema_version: 2;
  identity: RunArtifact["identity"];
}

/** Results of a case's checks on one run, if hooks were among them. Keyed by a hash of everything the results depend on. */
export interface ChecksRecord {
  schema_version: 2;
  results: CheckResult[];
}

/** One judge call with all of its attempts, keyed by the call's identity; its two messages are separate texts. */
export interface CallRecord extends Omit<JudgeRecord<unknown>, "result"> {
  /** Omits the parsed content of a valid answer, which is parsed again by the current rules. */
  result: Exclude<JudgeRecord<unknown>["result"], { status: "verdict" }> | { status: "verdict" };
}

/** The evaluation of one trial by one panel. Keyed by a hash of everything that decides it. */
export interface EvaluationRecord {
  schema_version: 2;
  /** The prompts sent to the judges; both are texts in the log. */
  prompt: { user_sha256: string; system_sha256: string };
  /** Check results as shown to the judges. */
  checks: CheckResult[];
  /** False when a check could not be decided, or runs code whose changes are invisible: it is executed again next time. */
  checks_settled: boolean;
  evaluation_profile_id: string;
  aggregation: Aggregation;
  judges: { judge_run_id: string; judge_id: string; model: string; offline: boolean }[];
  /** As a later command that reuses everything reports it: no calls of its own, no new cost. */
  result: TrialResult;
  /** Places of each verdict's quotes, by judge run and iteration; null for an iteration without a verdict. */
  evidence_places: (EvidencePlaces | null)[][];
}

/** By dimension, for each piece of evidence and each of its quotes; null for a quote that is not in the packet. */
export type EvidencePlaces = Record<Dimension, (EvidencePlace | null)[][]>;

/** A campaign's judging, stored once for all trials. Keyed by `<suite>/<run profile>/<evaluation profile>`, each with its fp8. */
export interface CampaignRecord {
  schema_version: 2;
  suite_id: string;
  suite_title: string;
  run_profile_id: string;
  evaluation_profile_id: string;
  models: ModelEntry[];
  judge_runs: { judge_run_id: string; judge_id: string; model: string; endpoint: string; offline: boolean }[];
  judge_system_prompt_sha256: string;
  /** A `CampaignListing` as JSON, stored as a separate text because a suite may have ten thousand cases. Omitted by older versions. */
  listing_sha256?: string;
}

/** Report data that is not part of any trial. */
export interface CampaignListing {
  /** The suite's cases in order, with titles and tags. */
  cases: CaseEntry[];
  /** The number of valid verdicts that count, for judge runs that set it. */
  sample_sizes: Record<string, number>;
  /** Omitted by versions before 0.6.2, like the fields below. */
  judging?: KeptJudging;
  /** The trials planned by all commands on this store so far. */
  plan?: KeptPlan;
  /** By case, the hash prefix of the good answer shown to judges. */
  expected?: Record<string, string>;
  /** By case, the hash prefix of its declared checks. */
  checks?: Record<string, string>;
}

/**
 * Money spent, recorded as soon as its price is known. Keyed by its purpose: the folder of a campaign, a judging of samples or a
 * batch, below outputs/.
 */
export interface SpendRecord {
  schema_version: 2;
  usd: number;
  /** The highest cost of one call or trial so far, which the next one may reach. */
  highest_usd: number;
  /** The part of `usd` that is an upper bound, for requests whose answers were never read to their price; omitted when zero. */
  reserved_usd?: number;
  /**
   * The most that the writing command may have in flight from here on, which counts as spent if it is killed. Written only under
   * a cost limit and on changes.
   */
  in_flight?: SpendingInFlight;
  /** Payers (an endpoint and a model) found to report no price, or found to report one after all. */
  unpriced?: string[];
  priced?: string[];
}

export interface SpendingInFlight {
  usd: number;
  /** Requests and trials of unknown price. */
  unpriced: number;
  /** Their assumed cost as long as nothing else has a price either. */
  unpriced_usd: number;
}

/** The tools of an MCP server when last asked. Keyed by a hash of the server: its program and files, or its address. */
interface ServerToolsRecord {
  schema_version: 2;
  /** The server's name in the workspace, for people. */
  label: string;
  tools: ToolDefinition["function"][];
}

/**
 * Marks a part of something as done. Keyed by the whole (a folder below outputs/), the part's number and the number of parts, so
 * that merging sees which part is missing.
 */
export interface ShardRecord {
  schema_version: 2;
  whole: string;
  part: number;
  of: number;
  /** Parts belong together if they were divided alike. */
  division: string;
  own: number;
  all: number;
  /** Number of its items that have a result. */
  done: number;
}

/** Marks records as deliberately removed from its segment, so that their absence is not taken for damage. */
interface PruneRecord {
  schema_version: 2;
  records: number;
  bytes: number;
}

/** Total spending of a campaign: runs, judges and retries, by every command on the store. */
export interface CampaignSpending {
  /** As far as providers reported prices. */
  spent_usd: number;
  /** `--max-cost-usd`; null without a limit. */
  max_cost_usd: number | null;
  /** The part of `spent_usd` that is an upper bound, for aborted requests; omitted when zero. */
  reserved_usd?: number;
  /** Cost of interrupted trials that are not stored; omitted when zero. */
  interrupted_usd?: number;
}

/**
 * True for outcomes of the subject itself. Failures of infrastructure or of the user's own configuration (`invalid`) say nothing
 * about it: they are never judged, and run again.
 */
export function isReusable(status: RunStatus): boolean {
  return status === "success" || status === "failed";
}
