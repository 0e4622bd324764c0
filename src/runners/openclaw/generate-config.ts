import type { Agent } from "../../config/index.ts";
import { agentIdInside } from "../agent-session/agent-id.ts";
import type { TrialRequest } from "../request/trial-request.ts";

type Json = Record<string, unknown>;

export interface ConfigSubject {
  agent: Agent;
  request: TrialRequest;
  baseUrl: string;
  /** The workspace's path as the agent sees it. */
  workspace: string;
}

/** OpenClaw 2026.9 names agents in `entries`; older versions only know `list`. */
export type AgentsForm = "entries" | "list";

/** Parameters that OpenClaw reads itself. All others are meant for the provider and go into the request body. */
const READ_BY_OPENCLAW = new Set([
  "cacheRetention",
  "chat_template_kwargs",
  "context1m",
  "fastMode",
  "maxTokens",
  "parallel_tool_calls",
  "preserveThinking",
  "provider",
  "temperature",
  "thinking",
  "topP",
  "transport",
]);

/** Generates openclaw.json for one trial: the agent's fragments, exactly one model, and its gateway. */
export function generateConfig(given: ConfigSubject, form: AgentsForm): Json {
  const { agent, request, baseUrl, workspace } = given;
  const subject = { ...given, request: { ...request, options: optionsOf(given) } };
  const primary = primaryModel(request.model);
  const alias = [agent.openclaw?.model_defaults?.aliases ?? []].flat()[0];
  return {
    agents: {
      defaults: {
        // The surrounding environment is the sandbox, and the standard files are ours, so that every trial starts alike.
        sandbox: { mode: "off" },
        skipBootstrap: true,
        ...agent.openclaw?.agents_defaults,
        workspace,
        model: { primary },
        models: { [primary]: { ...(alias ? { alias } : {}), params: modelParams(subject) } },
      },
      ...agentEntry(agent, form),
    },
    models: {
      mode: "merge",
      providers: {
        openrouter: {
          api: "openai-completions",
          apiKey: "OPENROUTER_API_KEY",
          baseUrl,
          models: [modelEntry(subject)],
        },
      },
    },
    // With a key in the environment, OpenClaw would fetch this plugin from npm in the middle of a trial.
    plugins: { deny: ["perplexity"] },
  };
}

function primaryModel(resolvedModel: string): string {
  return `openrouter/${resolvedModel}`;
}

/** The agent's own parameters, overridden by the suite's model and the run profile. */
function optionsOf({ agent, request }: ConfigSubject): TrialRequest["options"] {
  return { ...agent.openclaw?.model_defaults?.primary_params, ...request.options };
}

function agentEntry(agent: Agent, form: AgentsForm): Json {
  const { id: _id, prompt, ...rest } = agent.openclaw?.agent ?? {};
  const id = agentIdInside(agent);
  const entry = { ...rest, ...(prompt === undefined ? {} : { systemPromptOverride: prompt }) };
  return form === "entries" ? { entries: { [id]: entry } } : { list: [{ id, ...entry }] };
}

/** The options of a direct request, in OpenClaw's terms. */
function modelParams({ request }: ConfigSubject): Json {
  const { context_window: _ours, ...options } = request.options;
  const params: Json = {};
  const body: Json = {};
  for (const [key, value] of Object.entries(options)) {
    if (key === "max_tokens") params.maxTokens = value;
    else if (key === "extra_body" || key === "extraBody") Object.assign(body, value);
    else (READ_BY_OPENCLAW.has(key) ? params : body)[key] = value;
  }
  return Object.keys(body).length > 0 ? { ...params, extra_body: body } : params;
}

function modelEntry({ request: { model, options } }: ConfigSubject): Json {
  const reasoning = options.reasoning as { effort?: string } | undefined;
  return {
    id: model,
    name: model,
    reasoning: reasoning !== undefined && reasoning.effort !== "none",
    input: ["text", "image"],
    contextWindow: typeof options.context_window === "number" ? options.context_window : 200_000,
    maxTokens: typeof options.max_tokens === "number" ? options.max_tokens : 16_384,
  };
}
