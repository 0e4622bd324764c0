import { isRecord } from "../../text/index.ts";
import type { ImportContext } from "../reading/import-context.ts";
import type { Located } from "../reading/located.ts";
import { loadedValue } from "./assertions/loaded-value.ts";

/** Request parameters passed through unchanged. */
const PASSED_ON = new Set(
  "frequency_penalty presence_penalty stop response_format reasoning_effort reasoning logit_bias logprobs top_logprobs tool_choice parallel_tool_calls service_tier verbosity user metadata store max_completion_tokens modalities prediction top_k min_p top_a repetition_penalty thinking provider plugins transforms keep_alive num_ctx num_predict repeat_penalty chat_template_kwargs guided_json guided_choice guided_regex web_search_options".split(
    " ",
  ),
);

/** Read elsewhere: endpoint, key and tools. */
const ELSEWHERE = new Set([
  "apiKey",
  "apiKeyEnvar",
  "apiHost",
  "apiBaseUrl",
  "headers",
  "organization",
  "tools",
  "functions",
]);

const RANGES: Record<string, (value: unknown) => boolean> = {
  temperature: (value) => isBetween(value, 0, 2),
  top_p: (value) => isBetween(value, 0, 1),
  max_tokens: (value) => Number.isInteger(value) && (value as number) >= 1,
  seed: (value) => Number.isInteger(value),
};

/** Converts a provider's settings to `model_overrides`. Notes unknown ones. */
export function settingsOf(id: string, config: Located, context: ImportContext): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  const options: Record<string, unknown> = {};
  const lost = (key: string, reason: string) =>
    context.notes.add(
      { outcome: "not_translated", what: `config.${key} of provider ${id}`, reason },
      config.inside(key).place,
    );
  for (const [key, value] of Object.entries(isRecord(config.value) ? config.value : {})) {
    if (ELSEWHERE.has(key)) continue;
    const isInRange = RANGES[key];
    if (isInRange !== undefined) {
      if (isInRange(value)) settings[key] = value;
      else lost(key, `${JSON.stringify(value)} is not a value that it takes`);
    } else if (PASSED_ON.has(key)) {
      const loaded = loadedValue(value, context.files);
      if (loaded.ok) options[key] = loaded.value;
      else lost(key, loaded.reason);
    } else if (key === "passthrough" && isRecord(value))
      for (const [name, inner] of Object.entries(value)) {
        if (RESERVED.includes(name)) lost("passthrough", `${name} is set by Assay in every request`);
        else if (RANGES[name] !== undefined) settings[name] = inner;
        else options[name] = inner;
      }
    else lost(key, REASONS[key] ?? "no setting of Assay means the same; under request_options anything can be sent");
  }
  if (Object.keys(options).length > 0) settings.request_options = options;
  return settings;
}

const RESERVED = ["model", "messages", "tools", "stream", "n", "models", "fallbacks", "route"];

const REASONS: Record<string, string> = {
  cost: "Assay takes the cost from what the provider reports",
  inputCost: "Assay takes the cost from what the provider reports",
  outputCost: "Assay takes the cost from what the provider reports",
  mcp: "an MCP server is a tool of a case: see docs/tools.md",
  functionToolCallbacks: "it is code that answers tool calls; a tool of Assay can be a script (docs/tools.md)",
  showThinking: "Assay keeps what the provider answers",
};

function isBetween(value: unknown, low: number, high: number): boolean {
  return typeof value === "number" && value >= low && value <= high;
}
