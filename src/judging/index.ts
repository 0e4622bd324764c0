export type { BatchComparison } from "./batch/deciding/compare.ts";
export * as batch from "./batch/index.ts";
export type { BatchResult } from "./batch/scoring/result.ts";
export type { DrawnItems, StoredBatch } from "./batch/stored-batches.ts";
export { campaignPackets } from "./campaign/campaign-packets.ts";
export {
  type EvaluateOptions,
  type EvaluationEvent,
  nameOfJudged,
  openEvaluation,
} from "./campaign/evaluate-campaign.ts";
export { type AskedJudge, finalResultOf } from "./campaign/files/evaluation-texts.ts";
export { openEvidenceLookup } from "./campaign/grounding/grounding.ts";
export { addGrounding } from "./campaign/grounding/grounding-count.ts";
export { type LocatedReference, openReferenceLocator } from "./campaign/grounding/locate-reference.ts";
export { estimateJudging, type JudgeEstimate } from "./campaign/judging-estimate.ts";
export type { Packet } from "./campaign/packet/packet.ts";
export { manifestText } from "./campaign/stored/campaign-manifest.ts";
export { distinctCalls, distinctlyJudged } from "./campaign/stored/distinct-calls.ts";
export { readCampaignListing, readCampaignRecord, readStoredCampaign } from "./campaign/stored/stored-campaign.ts";
export { readStoredEvaluation, renderEvaluationFiles } from "./campaign/stored/stored-evaluation.ts";

export { trialsOfPlan } from "./campaign/trial/trials-to-judge.ts";
export { type Difference, differenceBetween } from "./campaign/verifying/difference.ts";
export {
  type ExpectedJudging,
  plannedRun,
  type ReadJudging,
  readExpectedJudging,
} from "./campaign/verifying/expected-judging.ts";
export { repeatChecks } from "./campaign/verifying/repeat-checks.ts";
export { type VerifiedEvaluation, verifyEvaluation } from "./campaign/verifying/verify-evaluation.ts";
export { verifyRun } from "./campaign/verifying/verify-run.ts";
export { askAboutItems, readItems } from "./items/ask-about-items.ts";
export { type ItemResult, scoredUnits } from "./items/item-result.ts";
export { type JudgedPacket, OVERALL } from "./judged-packet.ts";
export { listResults } from "./list-results.ts";
export { callIdentity } from "./panel/ask-judge.ts";
export { violationWords } from "./panel/broken-answers.ts";
export { type ForeseenCalls, type ForeseeOptions, foreseeCalls } from "./panel/foresee-calls.ts";
export { judgeAgain } from "./panel/judge-again.ts";
export { judgeProblems, judgesOfProfile, type NamedJudge, type ResolvedJudge, resolveJudges } from "./panel/judges.ts";
export { openPanel, type Panel, type PanelOptions, type PanelQuestion } from "./panel/panel.ts";
export type {
  AnswerScale,
  DescribedJudging,
  DescribedSection,
  ItemJudging,
  JudgesAgain,
  JudgingAgain,
  PacketReader,
  RecordReader,
  ResultReader,
  ShownSection,
  ShownUnit,
} from "./protocol.ts";
export * as rubric from "./rubric/index.ts";
export type { Judgement } from "./rubric/judging/judgement.ts";
export type { RubricManifest } from "./rubric/run-files.ts";
export type { Sample, SampleMeta } from "./rubric/samples/sample.ts";
export type { ListedRubric, StoredRubric, StoredSample } from "./rubric/stored-rubrics.ts";
export type { RubricSummary } from "./rubric/tables/summary.ts";
export type {
  ShownEvidence,
  ShownToolCall,
  ShownTrial,
  ShownVerdict,
} from "./shown-trial.ts";
export {
  type ListedJudgings,
  listJudgings,
  lockDepths,
  NAMED_PROTOCOL_NAMES,
  NAMED_PROTOCOLS,
  type NamedProtocolName,
  namedJudging,
  namedOption,
  type PacketFilter,
  PROTOCOL_NAMES,
  PROTOCOLS,
  type ProtocolName,
} from "./table.ts";
export { wantsProfile } from "./wants-profile.ts";
