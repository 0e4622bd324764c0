import type { z } from "zod";
import {
  agent,
  openclawAgentEntry,
  openclawFragments,
  openclawModelDefaults,
} from "../../src/config/schema/agents/agent.ts";
import {
  agentOutput,
  outputReading,
  outputToolCalls,
  outputUsage,
} from "../../src/config/schema/agents/agent-output.ts";
import { openclawContext } from "../../src/config/schema/agents/openclaw-context.ts";
import {
  aggregation,
  anchorReference,
  anchors,
  evaluationProfile,
  judgeConfig,
  judgeRunConfig,
  packetSettings,
  securityPolicy,
} from "../../src/config/schema/campaign/evaluation-profile.ts";
import {
  agentRunProfile,
  executionPolicy,
  openclawRunProfile,
  runProfile,
} from "../../src/config/schema/campaign/run-profile.ts";
import {
  agentAssignment,
  caseSelection,
  modelConfig,
  suite,
  suiteAgents,
} from "../../src/config/schema/campaign/suite.ts";
import { variant } from "../../src/config/schema/campaign/variant.ts";
import { caseRubric, rubricCriterion, rubricScale } from "../../src/config/schema/case/case-rubric.ts";
import { contentPart } from "../../src/config/schema/case/content-part.ts";
import { dataset, datasetSample } from "../../src/config/schema/case/dataset.ts";
import { mcpServer } from "../../src/config/schema/case/mcp-server.ts";
import { message, messageSource } from "../../src/config/schema/case/message.ts";
import { simulatedUser, simulatedUserDefaults } from "../../src/config/schema/case/simulated-user.ts";
import {
  caseRunner,
  expectation,
  expectations,
  llmProbeContext,
  testCase,
  testInput,
} from "../../src/config/schema/case/test-case.ts";
import { inlineTool, tool } from "../../src/config/schema/case/tool.ts";
import { toolAnswer, toolDefault } from "../../src/config/schema/case/tool-answers.ts";
import { commandCheck, commandOutput } from "../../src/config/schema/checks/command-check.ts";
import {
  declarativeCheck,
  deterministicCheck,
  moduleHook,
  pythonHook,
} from "../../src/config/schema/checks/deterministic-check.ts";
import { gatewayConfig } from "../../src/config/schema/fields/common.ts";
import { runnerSettings } from "../../src/config/schema/fields/runner-settings.ts";
import { definitionOf, takesOtherFields, unwrap } from "../../src/config/schema/fields/schema-at.ts";
import { workspaceFile } from "../../src/config/schema/workspace-file.ts";
import { fieldTable, type NamedSchemas } from "./field-table.ts";

/**
 * Fills docs/configuration.md's template: a line `<!-- fields: name -->` becomes the table of that schema, and
 * `<!-- checks -->` and `<!-- parts -->` the tables of check kinds and of what a message may consist of. So the page cannot say other things than the loader does.
 */
export function fillReferencePage(template: string): string {
  return template.replace(
    /^<!-- (fields: ([\w ]+)|checks|parts) -->$/gm,
    (_, directive: string, name: string | undefined) => {
      if (directive === "checks") return checkTable();
      if (directive === "parts") return partTable();
      const schema = SCHEMAS.get(name!);
      if (schema === undefined) throw new Error(`the template asks for the fields of "${name}", which no schema has`);
      return fieldTable(schema, SCHEMAS) + (takesOtherFields(unwrap(schema)) ? otherFields(name!) : "");
    },
  );
}

function otherFields(name: string): string {
  if (name === "agent entry") return "\n\nAny other field is passed through to the entry as it is.";
  if (name === "openclaw context")
    return "\n\nAny other field is a hint of your own: hooks get it as `case.hints`, and neither the agent nor a judge sees it.";
  return "\n\nAny other field is a parameter for the provider and reaches the request as it is. One that looks misspelt is an error, one that Assay does not know is a warning; under `request_options` anything is sent.";
}

/** Schemas that have a table of their own, by the name that other tables refer to them with. */
const SCHEMAS: NamedSchemas = new Map<string, z.ZodType>([
  ["test case", testCase],
  ["runner", caseRunner],
  ["input", testInput],
  ["simulated user", simulatedUser],
  ["message", message],
  ["content part", contentPart],
  ["message source", messageSource],
  ["llm_probe context", llmProbeContext],
  ["openclaw context", openclawContext],
  ["tool in place", inlineTool],
  ["tool", tool],
  ["tool answer", toolAnswer],
  ["tool default", toolDefault],
  ["mcp server", mcpServer],
  ["expectations", expectations],
  ["expectation", expectation],
  ["rubric", caseRubric],
  ["scale", rubricScale],
  ["criterion", rubricCriterion],
  ["check", deterministicCheck],
  ["declarative check", declarativeCheck],
  ["command check", commandCheck],
  ["command output", commandOutput],
  ["python hook", pythonHook],
  ["module hook", moduleHook],
  ["dataset", dataset],
  ["sample", datasetSample],
  ["suite", suite],
  ["model", modelConfig],
  ["variant", variant],
  ["case selection", caseSelection],
  ["suite agents", suiteAgents],
  ["agent assignment", agentAssignment],
  ["run profile", runProfile],
  ["runner settings", runnerSettings],
  ["execution policy", executionPolicy],
  ["openclaw block", openclawRunProfile],
  ["simulated users", simulatedUserDefaults],
  ["agent block", agentRunProfile],
  ["gateway", gatewayConfig],
  ["evaluation profile", evaluationProfile],
  ["judge", judgeConfig],
  ["judge run", judgeRunConfig],
  ["aggregation", aggregation],
  ["anchors", anchors],
  ["anchor", anchorReference],
  ["security policy", securityPolicy],
  ["agent", agent],
  ["agent output", agentOutput],
  ["output reading", outputReading],
  ["output usage", outputUsage],
  ["output tool calls", outputToolCalls],
  ["openclaw fragments", openclawFragments],
  ["agent entry", openclawAgentEntry],
  ["model defaults", openclawModelDefaults],
  ["packet", packetSettings],
  ["workspace file", workspaceFile],
]);

function checkTable(): string {
  return ["| `kind` | further fields | passes when |", "|---|---|---|", ...optionRows(declarativeCheck, "kind")].join(
    "\n",
  );
}

function partTable(): string {
  return ["| `type` | further fields | what it is |", "|---|---|---|", ...optionRows(contentPart, "type")].join("\n");
}

function optionRows(union: z.ZodType, discriminator: string): string[] {
  return (definitionOf(union).options ?? []).map((option) => {
    const { [discriminator]: kind, ...fields } = definitionOf(option).shape ?? {};
    const [name] = (kind && (definitionOf(kind) as { values?: string[] }).values) ?? [];
    const extra = Object.entries(fields).map(([field, schema]) => `\`${field}\`${schema.isOptional() ? "?" : ""}`);
    return `| \`${name}\` | ${extra.join(", ") || "none"} | ${option.description ?? ""} |`;
  });
}
