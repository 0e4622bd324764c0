import type { ToolDefinition } from "./chat.ts";
import type { CheckResult } from "./check.ts";
import type { JudgeRecord } from "./judge-call.ts";
import type { CaseEntry, ModelEntry, TrialResult } from "./judged-campaign.ts";
import type { KeptJudging, KeptPlan } from "./kept-judging.ts";
import type { LabelLine } from "./label.ts";
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
  shard: ShardRecord;
  prune: PruneRecord;
  /** A line of a label file. Its key is a hash of it. */
  label: LabelLine;
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
  /** A `CampaignListing` as JSON: a text of its own, for a suite may have ten thousand cases. Left out by older versions. */
  listing_sha256?: string;
}

/** What a report tells besides, that no trial knows. */
export interface CampaignListing {
  /** The cases of the suite in its order, with titles and tags. */
  cases: CaseEntry[];
  /** How many valid verdicts count, of judge runs that say so. */
  sample_sizes: Record<string, number>;
  /** Left out by versions before 0.6.2, like those below. */
  judging?: KeptJudging;
  /** The trials that were planned, by all commands on this store so far. */
  plan?: KeptPlan;
  /** By case, how the hash of what judges are shown of a good answer begins. */
  expected?: Record<string, string>;
  /** By case, how the hash of its checks begins, as they are declared. */
  checks?: Record<string, string>;
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
  /** How much of `usd` is an upper bound, for requests whose answers were never read to their price; left out when nothing is. */
  reserved_usd?: number;
  /**
   * The most that may be in flight of the command that wrote it, from here on: should it be killed, that counts as spent. Written where a limit
   * holds and left out when nothing has changed.
   */
  in_flight?: SpendingInFlight;
  /** Payers (an endpoint and a model) that were found to name no price, or to name one after all. */
  unpriced?: string[];
  priced?: string[];
}

export interface SpendingInFlight {
  usd: number;
  /** Requests and trials whose price nobody knows. */
  unpriced: number;
  /** What those are taken to cost as long as nothing else has a price either. */
  unpriced_usd: number;
}

/** Which tools an MCP server had when it was last asked. Its key is a hash of what the server is: its program and files, or its address. */
interface ServerToolsRecord {
  schema_version: 2;
  /** What the workspace calls it, for people. */
  label: string;
  tools: ToolDefinition["function"][];
}

/**
 * That a part of something is done. Its key is what it is a part of, a folder below outputs/, with the number of the part and of all: whoever brings
 * the parts together sees which one is missing.
 */
export interface ShardRecord {
  schema_version: 2;
  whole: string;
  part: number;
  of: number;
  /** Parts belong together when they were divided alike. */
  division: string;
  own: number;
  all: number;
  /** How many of its own have their result. */
  done: number;
}

/** That records were taken out of the segment it stands in, on purpose: whoever knew them need not look for damage. */
interface PruneRecord {
  schema_version: 2;
  records: number;
  bytes: number;
}

/** What was spent for a campaign in all: runs, judges and retries, by every command on the store. */
export interface CampaignSpending {
  /** As far as providers named prices. */
  spent_usd: number;
  /** `--max-cost-usd`; null without a limit. */
  max_cost_usd: number | null;
  /** How much of `spent_usd` is an upper bound, for requests that were broken off; left out when nothing is. */
  reserved_usd?: number;
  /** What trials had cost that were interrupted, and are not stored; left out when there was nothing of it. */
  interrupted_usd?: number;
}

/**
 * The subject's own outcomes are reused. Failures of infrastructure, and what the user's own configuration broke (`invalid`), say
 * nothing about it: they are never judged, and run again.
 */
export function isReusable(status: RunStatus): boolean {
  return status === "success" || status === "failed";
}
