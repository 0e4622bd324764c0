export const WIRE_FORMATS = ["chat_completions", "responses", "messages", "generate_content"] as const;
export type WireFormat = (typeof WIRE_FORMATS)[number];

export type WirePart =
  | { kind: "text"; text: string }
  | ({ kind: "tool_call" } & WireToolCall)
  | ({ kind: "tool_result" } & WireToolResult)
  /** Pictures, files, reasoning: named, not kept. */
  | { kind: "other"; type: string };

export interface WireToolCall {
  id: string;
  name: string;
  /** As the model wrote them; usually JSON. */
  arguments: string;
}

interface WireToolResult {
  id: string;
  /** Null if only the call names it. */
  name: string | null;
  content: string;
  /** Null if the format cannot express it. */
  failed: boolean | null;
}

export interface WireMessage {
  role: "system" | "user" | "assistant";
  parts: WirePart[];
}

export interface WireRequest {
  /** Every model that it names: one provider accepts fallbacks. */
  models: string[];
  streamed: boolean;
  messages: WireMessage[];
  /** Names of the offered tools, in order. */
  tools: string[];
  /** It refers to content that it does not include (a picture by URL, an earlier answer), so its size says little about its tokens. */
  pointsElsewhere: boolean;
}

/** Counts as sent by a provider, not yet checked for plausibility. */
export interface ClaimedUsage {
  prompt: unknown;
  completion: unknown;
  total: unknown;
  cached: unknown;
  reasoning: unknown;
  cost: unknown;
}

/** A model's answer, as far as it arrived. */
export interface WireAnswer {
  text: string;
  toolCalls: WireToolCall[];
  stopReason: string | null;
  /** The model named by the answer. */
  model: string | null;
  provider: string | null;
  usage: ClaimedUsage | null;
  /** The model reasoned, and the format neither shows nor counts how much, so the answer's size says little about its tokens. */
  thinksUnseen?: boolean;
  /** The provider's error, instead of an answer or in the middle of one. */
  error: string | null;
  /** The HTTP status named by an error that occurred after the answer had begun. */
  errorStatus?: number;
  /** False when the stream broke off before the format's own end. */
  complete: boolean;
}

/** Collects an answer, event by event or from one document. Never throws, whatever the input. */
export interface AnswerCollector {
  take(event: unknown): void;
  /** Call for the marker that ends a stream, where the format has one. */
  end(): void;
  answer(): WireAnswer;
}

/** A reader of one format, used by the gateway for its own answers and by the proxy for agents' traffic. */
export interface ProtocolReader {
  format: WireFormat;
  readRequest(body: Record<string, unknown>): WireRequest;
  collectAnswer(request: WireRequest): AnswerCollector;
  /** An error body that the format's clients understand. */
  errorBody(status: number, message: string): Record<string, unknown>;
}
