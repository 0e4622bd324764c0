import type { ServerResponse } from "node:http";
import { startUpstream, type Upstream, type UpstreamRequest } from "../../support/wire-upstream.ts";

/** The model's reaction to one message of the user: a command in the agent's own shell, then words. */
export interface Play {
  /** May depend on which model it is. */
  runs?: string | ((model: string) => string);
  /** May use what the command printed. */
  says: string | ((printed: string) => string);
}

/** The state of a conversation: the last message that begins a play, and the output since. */
interface Scene {
  text: string;
  printed: string[];
}

/**
 * A provider that plays a model for agents, in Messages (Claude Code), Responses (Codex), generateContent (Gemini CLI) and chat completions (others), as streams. It decides by
 * the conversation alone, so several agents can talk to it at once.
 */
export function playProvider(plays: Record<string, Play>): Promise<Upstream> {
  const names = Object.keys(plays);
  return startUpstream((request, response) => {
    const format = FORMATS.find(({ path }) => request.url.includes(path));
    const body = JSON.parse(request.text || "{}");
    if (!format) return refuse(response, 404, `no ${request.url} here`);
    const { text, printed } = format.sceneOf(body, (said) => names.some((name) => said.includes(name)));
    const name = names.find((one) => text.includes(one));
    if (name === undefined) return refuse(response, 400, "no play for this");
    const { runs, says } = plays[name]!;
    const words = typeof says === "string" ? says : says(printed.at(-1) ?? "");
    const command = typeof runs === "function" ? runs(body.model) : runs;
    const acts = command !== undefined && printed.length === 0;
    const events = acts ? format.runs(command, body) : format.says(words, body);
    response.writeHead(200, { "content-type": "text/event-stream" });
    // Google's clients take no line but data.
    const heading = ({ type }: { type: string }) => (format === GENERATE_CONTENT ? "" : `event: ${type}\n`);
    response.end(events.map((event) => `${heading(event)}data: ${JSON.stringify(event)}\n\n`).join(""));
  });
}

/** Every request is refused with this status, in words of the format. */
export function refusingProvider(status: number, message: string): Promise<Upstream> {
  return startUpstream((_: UpstreamRequest, response) => refuse(response, status, message));
}

/** Takes requests and never answers. */
export function silentProvider(): Promise<Upstream> {
  return startUpstream(() => {});
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ type: "error", error: { type: "api_error", message } }));
}

// biome-ignore lint/suspicious/noExplicitAny: bodies as agents send them
type Body = any;

interface Format {
  path: string;
  sceneOf(body: Body, begins: (text: string) => boolean): Scene;
  runs(command: string, body: Body): { type: string }[];
  says(text: string, body: Body): { type: string }[];
}

const MESSAGES: Format = {
  path: "/messages",
  sceneOf({ messages = [] }, begins) {
    const parts = messages.flatMap(({ content }: Body) =>
      typeof content === "string" ? [{ type: "text", text: content }] : content,
    );
    return sceneIn(
      parts,
      (part) => (part.type === "text" && begins(part.text) ? part.text : null),
      (part) => (part.type === "tool_result" ? textOf(part.content) : null),
    );
  },
  runs: (command, body) =>
    messageEvents(body, { type: "tool_use", id: unique("toolu"), name: "Bash", input: {} }, "tool_use", {
      type: "input_json_delta",
      partial_json: JSON.stringify({ command, description: "does it" }),
    }),
  says: (text, body) => messageEvents(body, { type: "text", text: "" }, "end_turn", { type: "text_delta", text }),
};

function messageEvents({ model }: Body, content_block: object, stop_reason: string, delta: object) {
  const message = { id: unique("msg"), type: "message", role: "assistant", model, content: [], stop_reason: null };
  return [
    { type: "message_start", message: { ...message, usage: { input_tokens: 100, output_tokens: 1 } } },
    { type: "content_block_start", index: 0, content_block },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 20 } },
    { type: "message_stop" },
  ];
}

const RESPONSES: Format = {
  path: "/responses",
  sceneOf({ input = [] }, begins) {
    return sceneIn(
      input,
      ({ role, content }) => (role === "user" && begins(textOf(content)) ? textOf(content) : null),
      ({ type, output }) => (type === "function_call_output" ? textOf(output) : null),
    );
  },
  runs: (cmd, body) =>
    responseEvents(body, {
      id: unique("fc"),
      type: "function_call",
      status: "completed",
      call_id: unique("call"),
      name: "exec_command",
      arguments: JSON.stringify({ cmd }),
    }),
  says: (text, body) =>
    responseEvents(body, {
      id: unique("msg"),
      type: "message",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text, annotations: [] }],
    }),
};

function responseEvents({ model }: Body, item: object) {
  const id = unique("resp");
  const usage = {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 20,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 120,
  };
  const done = { id, object: "response", status: "completed", model, output: [item], usage };
  return [
    { type: "response.created", response: { id, model, status: "in_progress", output: [] } },
    { type: "response.output_item.added", output_index: 0, item },
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.completed", response: done },
  ];
}

const CHAT: Format = {
  path: "/chat/completions",
  sceneOf({ messages = [] }, begins) {
    return sceneIn(
      messages,
      ({ role, content }) => (role === "user" && begins(textOf(content)) ? textOf(content) : null),
      ({ role, content }) => (role === "tool" ? textOf(content) : null),
    );
  },
  runs: (command, body) => {
    const offered: string[] = (body.tools ?? []).map((tool: Body) => tool.function?.name);
    // OpenClaw's own shell, or that of the agent for tests.
    const name = offered.includes("exec") ? "exec" : "shell";
    const call = { name, arguments: JSON.stringify({ command }) };
    return chatEvents(body, { tool_calls: [{ index: 0, id: unique("call"), type: "function", function: call }] });
  },
  says: (content, body) => chatEvents(body, { content }),
};

function chatEvents({ model }: Body, delta: object): { type: string }[] {
  const head = { type: "chunk", id: unique("gen"), object: "chat.completion.chunk", model };
  const finish_reason = "tool_calls" in delta ? "tool_calls" : "stop";
  const events: object[] = [
    { ...head, choices: [{ index: 0, delta: { role: "assistant", ...delta }, finish_reason: null }] },
    { ...head, choices: [{ index: 0, delta: {}, finish_reason }] },
    { ...head, choices: [], usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 } },
  ];
  return events as { type: string }[];
}

const GENERATE_CONTENT: Format = {
  path: ":streamGenerateContent",
  sceneOf({ contents = [] }, begins) {
    return sceneIn(
      contents.flatMap(({ parts = [] }: Body) => parts),
      ({ text = "" }) => (begins(text) ? text : null),
      ({ functionResponse }) => (functionResponse ? JSON.stringify(functionResponse.response) : null),
    );
  },
  runs: (command) => contentEvents({ functionCall: { name: "run_shell_command", args: { command } } }),
  says: (text) => contentEvents({ text }),
};

function contentEvents(part: object): { type: string }[] {
  const candidates = [{ content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 }];
  const usageMetadata = { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 };
  return [{ type: "message", candidates, usageMetadata } as { type: string }];
}

const FORMATS = [MESSAGES, RESPONSES, CHAT, GENERATE_CONTENT];

function sceneIn(
  parts: Body[],
  beginning: (part: Body) => string | null,
  result: (part: Body) => string | null,
): Scene {
  const at = parts.findLastIndex((part) => beginning(part) !== null);
  if (at < 0) return { text: "", printed: [] };
  const printed = parts.slice(at + 1).map(result);
  return { text: beginning(parts[at])!, printed: printed.filter((text) => text !== null) };
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part: { text?: string }) => part.text ?? "").join("");
}

function unique(prefix: string): string {
  return `${prefix}_${Math.random().toString(36).slice(2)}`;
}
