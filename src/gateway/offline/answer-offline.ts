import type { ChatMessage, ChatOutcome, ChatRequest, Usage } from "../../records/index.ts";
import type { OfflineReply } from "./program.ts";
import { offlinePrograms } from "./registry.ts";

const PREFIX = "offline/";

export function isOfflineModel(model: string): boolean {
  return model.startsWith(PREFIX);
}

/** Explains that a model named `offline/…` does not exist, listing those that do; null when it does. */
export function offlineProblem(model: string): string | null {
  if (Object.hasOwn(offlinePrograms, model.slice(PREFIX.length))) return null;
  const known = Object.keys(offlinePrograms).map((name) => `${PREFIX}${name}`);
  return `There is no offline model "${model}". Known are ${known.join(", ")}.`;
}

/** Answers for an `offline/…` model: a small program of this package, not an LLM. The model must exist. */
export function answerOffline(request: ChatRequest): ChatOutcome {
  const reply = offlinePrograms[request.model.slice(PREFIX.length)]!(request);
  if ("error" in reply)
    return {
      status: "provider_error",
      message: `${request.model}: ${reply.error}`,
      permanent: false,
      http_status: null,
      raw: null,
      latency_ms: 0,
      retries: [],
    };
  return answer(request.model, request.messages, reply);
}

function answer(model: string, messages: ChatMessage[], reply: Extract<OfflineReply, { content: string | null }>) {
  const turn = messages.filter(({ role }) => role === "assistant").length + 1;
  const tool_calls = (reply.tool_calls ?? []).map((call, index) => ({
    id: `call_${turn}_${index + 1}`,
    type: "function" as const,
    function: { name: call.name, arguments: JSON.stringify(call.arguments) },
  }));
  const finish_reason = reply.finish_reason ?? (tool_calls.length > 0 ? "tool_calls" : "stop");
  const message = { content: reply.content, tool_calls };
  const usage = countTokens(messages, message);
  return {
    status: "answered" as const,
    message,
    finish_reason,
    usage,
    provider: "offline",
    model,
    raw: {
      model,
      provider: "offline",
      choices: [{ finish_reason, message: { role: "assistant", ...message } }],
      usage,
    },
    latency_ms: 0,
    retries: [],
  };
}

/** Four characters per token: crude, but the same everywhere, and free of charge anyway. */
function countTokens(messages: ChatMessage[], answered: unknown): Usage {
  const prompt_tokens = Math.ceil(JSON.stringify(messages).length / 4);
  const completion_tokens = Math.ceil(JSON.stringify(answered).length / 4);
  return {
    prompt_tokens,
    completion_tokens,
    total_tokens: prompt_tokens + completion_tokens,
    cached_tokens: 0,
    reasoning_tokens: 0,
    cost_usd: 0,
  };
}
