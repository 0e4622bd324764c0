import type { GatewayConfig } from "../../config/index.ts";
import type { ChatRequest } from "../../records/index.ts";

/** One request to a model, as a worker makes it. */
export interface CallParcel {
  request: Pick<ChatRequest, "model" | "messages" | "tools" | "options" | "repetition">;
  gateway?: GatewayConfig;
  /** A worker that would ask elsewhere declines. */
  endpoint: string;
  timeout_seconds: number;
  retries: number;
  /** What merely looks like a secret may leave the worker, because an evaluation profile says so. */
  keep_lookalikes?: true;
}
