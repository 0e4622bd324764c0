import type { ChatRequest } from "../../records/index.ts";

/** The reply of an offline program: an answer, tool calls, or an error. */
export type OfflineReply =
  | { content: string | null; tool_calls?: OfflineToolCall[]; finish_reason?: string }
  | { error: string };

export interface OfflineToolCall {
  name: string;
  arguments: Record<string, unknown>;
}

/** A deterministic stand-in for a model: the same request gives the same reply. No clock, no randomness, no network. */
export type OfflineProgram = (request: ChatRequest) => OfflineReply;
