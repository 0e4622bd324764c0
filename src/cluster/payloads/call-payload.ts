import type { GatewayConfig } from "../../config/index.ts";
import type { ChatRequest } from "../../records/index.ts";

/** Payload of a model request. */
export interface CallPayload {
  request: Pick<ChatRequest, "model" | "messages" | "tools" | "options" | "repetition">;
  gateway?: GatewayConfig;
  /** A worker whose endpoint differs declines. */
  endpoint: string;
  timeout_seconds: number;
  retries: number;
  /** Keeps strings that look like secrets, as set in the evaluation profile. */
  keep_lookalikes?: true;
}
