import { canonicalJson } from "../../text/index.ts";
import type { LoadedCase } from "../case/loaded-case.ts";
import { LLM_PROBE_ONLY } from "../schema/case/test-case.ts";
import type { RunnerSettings } from "../schema/fields/runner-settings.ts";
import type { Complaint } from "../source/source-file.ts";
import type { LoadedVariant } from "./load-variants.ts";

/** Complains about variants without effect on the suite's cases, and about equal variants. */
export function checkVariantEffects(variants: readonly LoadedVariant[], cases: readonly LoadedCase[]): Complaint[] {
  const agents = cases.filter(({ case: { runner } }) => runner.type !== "llm_probe");
  return [
    ...(agents.length > 0 ? variants.flatMap((variant, index) => beyondAgents(variant, index, agents)) : []),
    ...(agents.length > 0 && agents.length === cases.length
      ? variants.flatMap((variant, index) => requestSettings(variant, index, agents.every(isOpenClawCase)))
      : []),
    ...variants.flatMap(({ variant: { settings = {} } }, index) => findOverruledSettings(settings, index, cases)),
    ...findEqualVariants(variants),
  ];
}

/** Fields that reach a model through a request's messages and tools, which an agent composes itself. */
const NOT_FOR_AGENTS = {
  system_prompt: "a system prompt",
  system_prompt_path: "a system prompt",
  messages: "a message before the task",
  tools: "a list of tools",
} as const;

function beyondAgents({ variant }: LoadedVariant, index: number, agents: readonly LoadedCase[]): Complaint[] {
  return Object.entries(NOT_FOR_AGENTS).flatMap(([field, what]): Complaint[] => {
    const given = variant[field as keyof typeof NOT_FOR_AGENTS];
    // `tools: []` is a statement, but messages default to an empty list.
    if (given === undefined || (field === "messages" && given.length === 0)) return [];
    const { type } = agents[0]!.case.runner;
    const whom = type === "openclaw" ? "an OpenClaw agent" : "an agent";
    const message = `${what} does not reach ${whom}, and the suite selects ${type} cases (${named(agents)}); give them an agent of their own instead, or select other cases`;
    return [{ path: ["variants", index, field], at: "key", message }];
  });
}

/** Complains about limits of single requests, which an agent makes itself. */
function requestSettings(
  { variant: { settings = {} } }: LoadedVariant,
  index: number,
  isOpenClaw: boolean,
): Complaint[] {
  return LLM_PROBE_ONLY.filter((field) => settings[field] !== undefined).map((field) => ({
    severity: "warning",
    path: ["variants", index, "settings", field],
    at: "key",
    message: `does nothing here, because all selected cases run ${isOpenClaw ? "in OpenClaw; see the openclaw block for its limits" : "agents; see the agent block for its limits"}`,
  }));
}

/** Complains about settings that a case overrides, as its variants would not differ. */
function findOverruledSettings(settings: RunnerSettings, index: number, cases: readonly LoadedCase[]): Complaint[] {
  const at = ["variants", index, "settings"];
  const complain = (path: (string | number)[], winners: readonly LoadedCase[]): Complaint[] => {
    if (winners.length === 0) return [];
    const message = `does nothing on cases whose \`runner\` sets it as well (${named(winners)}): the case wins`;
    return [{ severity: "warning", path, at: "key", message }];
  };
  const { request_options: options = {}, ...fields } = settings;
  return [
    ...Object.keys(fields).flatMap((field) =>
      complain(
        [...at, field],
        cases.filter(({ case: { runner } }) => runner[field as keyof typeof fields] !== undefined),
      ),
    ),
    ...Object.keys(options).flatMap((field) =>
      complain(
        [...at, "request_options", field],
        cases.filter(({ case: { runner } }) => runner.request_options?.[field] !== undefined),
      ),
    ),
  ];
}

/** Complains about equal variants: they share runs, so a comparison would count one answer twice. */
function findEqualVariants(variants: readonly LoadedVariant[]): Complaint[] {
  const first = new Map<string, string>();
  return variants.flatMap(({ variant, systemPrompt, messages }, index): Complaint[] => {
    const { variant_id, settings = {}, tools = null, model_ids = null } = variant;
    const key = canonicalJson([systemPrompt, messages, settings, tools, model_ids]);
    const twin = first.get(key);
    first.set(key, twin ?? variant_id);
    if (twin === undefined) return [];
    const message = `asks exactly as "${twin}" does, so both have the same runs and no difference can show`;
    return [{ severity: "warning", path: ["variants", index, "variant_id"], message }];
  });
}

function isOpenClawCase({ case: { runner } }: LoadedCase): boolean {
  return runner.type === "openclaw";
}

function named(cases: readonly LoadedCase[]): string {
  const [first] = cases;
  return `${first!.case.case_id}${cases.length > 1 ? ` and ${cases.length - 1} more` : ""}`;
}
