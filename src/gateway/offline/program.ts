import type { ChatRequest } from "../../records/index.ts";

/** What an offline program says: an answer, calls of the tools it was offered, or that it cannot. */
export type OfflineReply =
  | { content: string | null; tool_calls?: OfflineToolCall[]; finish_reason?: string }
  | { error: string };

export interface OfflineToolCall {
  name: string;
  arguments: Record<string, unknown>;
}

/** A deterministic stand-in for a model: the same request gives the same reply. No clock, no random, no network. */
export type OfflineProgram = (request: ChatRequest) => OfflineReply;
