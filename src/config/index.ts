export { type AgentRunner, agentImage } from "./agents/agent-image.ts";
export type { LoadedAgent } from "./agents/load-agent.ts";
export { isOpenClawState } from "./agents/openclaw-state.ts";
export type * from "./campaign/campaign-config.ts";
export { loadCampaign } from "./campaign/load-campaign.ts";
export { listCheckFiles } from "./case/check-files.ts";
export type { CaseFile } from "./case/load-case.ts";
export { loadCases } from "./case/load-cases.ts";
export type * from "./case/loaded-case.ts";
export type { Diagnostic, FieldPath, Loaded } from "./diagnostics/diagnostic.ts";
export { hasErrors } from "./diagnostics/diagnostic.ts";
export { didYouMean, findNearest } from "./diagnostics/did-you-mean.ts";
export { countDiagnostics, formatDiagnostics } from "./diagnostics/format-diagnostics.ts";
export { loadFile } from "./file/load-file.ts";
export { readJsonLine } from "./file/read-json-line.ts";
export { findWorkspaceRoot } from "./finding/workspace-root.ts";
export { hashOfForm } from "./parsed-forms/hash-of-form.ts";
export { type LoadedEvaluationProfile, loadEvaluationProfile } from "./profiles/load-evaluation-profile.ts";
export { jsonSchemaOf } from "./reference/json-schema.ts";
export { schemaFiles } from "./reference/schema-files.ts";
export {
  type Agent,
  agent,
} from "./schema/agents/agent.ts";
export type {
  AgentOutput,
  OutputReading,
  OutputToolCalls,
  OutputUsage,
} from "./schema/agents/agent-output.ts";
export type { AgentKind } from "./schema/agents/agent-program.ts";
export { hintsOf, withoutHints } from "./schema/agents/openclaw-context.ts";
export {
  type EvaluationProfile,
  evaluationProfile,
  type JudgeConfig,
  type SecurityPolicy,
  securityPolicy,
} from "./schema/campaign/evaluation-profile.ts";
export {
  type RunProfile,
  runProfile,
} from "./schema/campaign/run-profile.ts";
export type { ModelConfig } from "./schema/campaign/suite.ts";
export type { Variant } from "./schema/campaign/variant.ts";

export { mcpServer } from "./schema/case/mcp-server.ts";

export type { SimulatedUser } from "./schema/case/simulated-user.ts";
export {
  type TestCase,
  testCase,
} from "./schema/case/test-case.ts";

export type { ToolAnswer } from "./schema/case/tool-answers.ts";
export { isBuiltIn, TOOL_NAME_PATTERN, TOOL_NAMES, type ToolName } from "./schema/case/tool-name.ts";
export type { SetupCommand } from "./schema/case/workspace-input.ts";

export type { CommandCheck } from "./schema/checks/command-check.ts";
export {
  type DeclarativeCheck,
  type DeterministicCheck,
  declarativeCheck,
  deterministicCheck,
  type Hook,
} from "./schema/checks/deterministic-check.ts";
export {
  type GatewayConfig,
  slug,
} from "./schema/fields/common.ts";
export type { RunnerSettings } from "./schema/fields/runner-settings.ts";
export { FILE_KINDS } from "./schema/file-kinds.ts";
export {
  type BatchJudge,
  type BatchSpec,
  batchSpec,
  describedFields,
  type PanelJudge,
  strataTotal,
} from "./schema/judging/batch-spec.ts";
export { annotatorName, labelLine } from "./schema/judging/label.ts";
export { LABEL_PLAN_FORMAT, type LabelPlan, labelPlan } from "./schema/judging/label-plan.ts";
export {
  type RecordMapping,
  recordMapping,
  type SampleMapping,
  sampleMapping,
} from "./schema/judging/rubric-mapping.ts";
export { type RubricDimension, type SampleRubric, sampleRubric } from "./schema/judging/sample-rubric.ts";
export { type ShardWeights, shardWeights } from "./schema/judging/shard-weights.ts";

export { divide, type Portion } from "./shards/divide.ts";
export { formatShard, readShard, type Shard } from "./shards/shard.ts";

export { parseFile, parseText } from "./source/parse.ts";
export { readText } from "./source/read-text.ts";
export { complainAbout, type SourceFile } from "./source/source-file.ts";
export { type InspectedSuite, inspectSuite } from "./suite/inspect-suite.ts";
export type { LoadedVariant } from "./suite/load-variants.ts";
export { resolveModel } from "./suite/resolve-model.ts";
export { type Subject, subjectsOf } from "./suite/subjects.ts";
export type * from "./tools/loaded-tool.ts";
export { createWorkspace } from "./workspace/create-workspace.ts";
export { copyShippedExample, shippedExamples } from "./workspace/examples.ts";
export { type DefaultField, type FoundDefaults, findDefaults } from "./workspace/find-defaults.ts";
export { loadWorkspace, type Workspace } from "./workspace/load-workspace.ts";
export { readShippedPage, shippedPages } from "./workspace/pages.ts";
export { shippedTemplates } from "./workspace/templates.ts";
export { validatePaths } from "./workspace/validate-paths.ts";
