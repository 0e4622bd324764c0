/** The wire formats that agents speak to models. */
export const WIRE_FORMATS = ["chat_completions", "responses", "messages", "generate_content"] as const;
export type WireFormat = (typeof WIRE_FORMATS)[number];

/** One piece of a message, whatever the format calls it. */
export type WirePart =
  | { kind: "text"; text: string }
  | ({ kind: "tool_call" } & WireToolCall)
  | ({ kind: "tool_result" } & WireToolResult)
  /** Pictures, files, reasoning: named, not kept. */
  | { kind: "other"; type: string };

export interface WireToolCall {
  id: string;
  name: string;
  /** As the model wrote them; JSON, if it kept to the rules. */
  arguments: string;
}

interface WireToolResult {
  id: string;
  /** Null where the format leaves it to the call. */
  name: string | null;
  content: string;
  /** Null where the format has no word for it. */
  failed: boolean | null;
}

export interface WireMessage {
  role: "system" | "user" | "assistant";
  parts: WirePart[];
}

/** What a request asks for. */
export interface WireRequest {
  /** Every model that it names: one provider lets a request name others to fall back on. */
  models: string[];
  streamed: boolean;
  messages: WireMessage[];
  /** Names of the tools offered, in order. */
  tools: string[];
  /** It points to something that is not in it (a picture by its address, an earlier answer), so its size says little about its tokens. */
  pointsElsewhere: boolean;
}

/** Counts as a provider sent them: nobody has looked yet whether they can be true. */
export interface ClaimedUsage {
  prompt: unknown;
  completion: unknown;
  total: unknown;
  cached: unknown;
  reasoning: unknown;
  cost: unknown;
}

/** What a model answered, as far as it came. */
export interface WireAnswer {
  text: string;
  toolCalls: WireToolCall[];
  stopReason: string | null;
  /** Who answered, as the answer says. */
  model: string | null;
  provider: string | null;
  usage: ClaimedUsage | null;
  /** The model thought, and the format neither shows nor counts how much: then the answer's size says little about its tokens. */
  thinksUnseen?: boolean;
  /** What the provider said instead of an answer, or in the middle of one. */
  error: string | null;
  /** The HTTP status that such an error names, where an answer had begun before anybody knew of it. */
  errorStatus?: number;
  /** False when the stream broke off before the format's own end. */
  complete: boolean;
}

/** Collects an answer, event by event or from one document. Never throws, whatever it is given. */
export interface AnswerCollector {
  take(event: unknown): void;
  /** The marker that ends a stream, where the format has one. */
  end(): void;
  answer(): WireAnswer;
}

/** How one format is read. */
export interface WireReader {
  format: WireFormat;
  readRequest(body: Record<string, unknown>): WireRequest;
  collectAnswer(request: WireRequest): AnswerCollector;
  /** A refusal in the words that the format's clients understand. */
  errorBody(status: number, message: string): Record<string, unknown>;
}
