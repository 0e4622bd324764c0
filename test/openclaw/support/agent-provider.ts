import { type ScriptedResponse, type ScriptedServer, scriptedProvider } from "../../support/scripted-provider.ts";

/** The model's reaction to one message of the user: tool calls one after the other, then words. */
export interface Play {
  tools?: { name: string; arguments: object }[];
  /** May use the last tool result. */
  says: string | ((lastToolResult: string) => string);
}

interface WireMessage {
  role: string;
  content: unknown;
  tool_calls?: unknown[];
}

/**
 * A provider that plays a model for OpenClaw, which always streams. It decides by the conversation alone, so several
 * agents can talk to it at once. The user's text picks the play: the first whose name it contains.
 */
export function agentProvider(plays: Record<string, Play>): Promise<ScriptedServer> {
  return scriptedProvider(({ body }) => {
    const messages: WireMessage[] = body?.messages ?? [];
    const lastUser = messages.findLastIndex((message) => message.role === "user" && !isInternal(message));
    const text = textOf(messages[lastUser]);
    const play = Object.entries(plays).find(([name]) => text.includes(name))?.[1];
    if (!play) return { status: 400, body: { error: { message: `no play for: ${text.slice(0, 200)}` } } };
    const since = messages.slice(lastUser + 1);
    const next = play.tools?.[since.filter(({ tool_calls }) => tool_calls?.length).length];
    if (next) return streamed({ tool_calls: [next] }, body.model);
    const lastResult = textOf(since.findLast(({ role }) => role === "tool"));
    return streamed({ content: typeof play.says === "string" ? play.says : play.says(lastResult) }, body.model);
  });
}

function streamed(answer: { content?: string; tool_calls?: Play["tools"] }, model: string): ScriptedResponse {
  const id = `gen-${Math.random().toString(36).slice(2)}`;
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    id,
    model,
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason }],
  });
  const calls = answer.tool_calls?.map(({ name, arguments: words }, index) => ({
    index,
    id: `call_${id.slice(4)}`,
    type: "function",
    function: { name, arguments: JSON.stringify(words) },
  }));
  const usage = {
    prompt_tokens: 100,
    completion_tokens: 20,
    total_tokens: 120,
    prompt_tokens_details: { cached_tokens: 30 },
    cost: 0.001,
  };
  const events = [
    chunk({ role: "assistant", content: answer.content ?? "" }),
    ...(calls ? [chunk({ tool_calls: calls })] : []),
    chunk({}, calls ? "tool_calls" : "stop"),
    { id, model, object: "chat.completion.chunk", choices: [], usage },
  ];
  const body = `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("")}data: [DONE]\n\n`;
  return { status: 200, headers: { "content-type": "text/event-stream" }, body };
}

/** OpenClaw ends every request with a note to the model in the user's name. */
function isInternal(message: WireMessage): boolean {
  return textOf(message).startsWith("<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>");
}

function textOf(message: WireMessage | undefined): string {
  const content = message?.content;
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part: { text?: string }) => part.text ?? "").join("");
}
