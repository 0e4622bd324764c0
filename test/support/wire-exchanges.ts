import type { WireExchange, WireRecord } from "../../src/proxy/index.ts";

/** Messages and exchanges as a recorder would have kept them. */

export const user = (text: string): Message => ({ role: "user", parts: [{ kind: "text", text }] });
export const system = (text: string): Message => ({ role: "system", parts: [{ kind: "text", text }] });
export const calls = (id: string, name = "write"): Message => ({
  role: "assistant",
  parts: [{ kind: "tool_call", id, name, arguments: "{}" }],
});
export const result = (id: string, content = "ok", failed: boolean | null = null): Message => ({
  role: "user",
  parts: [{ kind: "tool_result", id, name: null, content, failed }],
});

type Message = WireExchange["messages"][number];

export function exchange(changes: Partial<WireExchange>): WireExchange {
  return {
    number: 1,
    turn: 1,
    started_ms: 0,
    ended_ms: 0,
    format: "chat_completions",
    model: "m",
    streamed: true,
    request_bytes: 0,
    answer_bytes: 0,
    messages: [],
    tools_offered: ["write"],
    http_status: 200,
    outcome: "answered",
    problem: null,
    text: "",
    tool_calls: [],
    stop_reason: "stop",
    answered_by: { provider: null, model: null },
    usage: null,
    usage_refused: null,
    ...changes,
  };
}

export const recordOf = (...exchanges: WireExchange[]): WireRecord => ({
  exchanges,
  refusals: [],
  hosts: [],
  shortened: false,
});
export const usage = (prompt_tokens: number, completion_tokens: number) => ({
  prompt_tokens,
  completion_tokens,
  total_tokens: prompt_tokens + completion_tokens,
  cached_tokens: 0,
  reasoning_tokens: 0,
  cost_usd: null,
});

export const TWO_STEPS = recordOf(
  exchange({
    number: 1,
    started_ms: 10,
    ended_ms: 20,
    messages: [system("s"), user("Write it."), user("<internal>")],
    text: "I will.",
    tool_calls: [{ id: "c1", name: "write", arguments: '{"text":"Dear Ada"}' }],
    stop_reason: "tool_calls",
    usage: usage(100, 10),
  }),
  exchange({
    number: 2,
    started_ms: 30,
    ended_ms: 40,
    messages: [calls("c1"), result("c1", "written")],
    text: "All  done.\n",
    usage: usage(120, 5),
  }),
  exchange({
    number: 3,
    started_ms: 41,
    ended_ms: 45,
    tools_offered: [],
    messages: [user("A title?")],
    text: "Writing",
  }),
);
