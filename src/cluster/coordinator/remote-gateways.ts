import type { GatewayConfig } from "../../config/index.ts";
import type { Gateway, Gateways } from "../../gateway/index.ts";
import { CHAT_OUTCOME, type ChatOutcome } from "../../records/index.ts";
import { canonicalHash } from "../../text/index.ts";
import type { CallPayload } from "../payloads/call-payload.ts";
import type { JobBoard } from "./job-board.ts";
import type { PayloadUploader } from "./payload-uploader.ts";
import { receiveResult } from "./receive-results.ts";

export interface WayToWorkers {
  board: JobBoard;
  uploader: PayloadUploader;
  /** Allows answers with strings that look like secrets to pass through Redis. */
  keepLookalikes?: boolean;
}

/** Sends requests through workers. They hold the keys; this machine needs none. */
export function remoteGateways(gateways: Gateways, way: WayToWorkers): Gateways {
  const { board } = way;
  const open = new Map<string, Gateway>();
  return {
    ...gateways,
    forModel(model, config) {
      const { endpoint, offline } = gateways.forModel(model, config);
      const key = JSON.stringify([endpoint, config ?? null]);
      const gateway = open.get(key) ?? remoteGateway({ endpoint, offline }, config, way);
      open.set(key, gateway);
      return gateway;
    },
    problem(model, config) {
      const { endpoint, offline } = gateways.forModel(model, config);
      return offline || endpoint === "unresolved" ? gateways.problem(model, config) : null;
    },
    hasAsked: () => board.hasPosted() || gateways.hasAsked(),
  };
}

function remoteGateway(
  { endpoint, offline }: Pick<Gateway, "endpoint" | "offline">,
  config: GatewayConfig | undefined,
  { board, uploader, keepLookalikes = false }: WayToWorkers,
): Gateway {
  return {
    endpoint,
    offline,
    async complete(
      { model, messages, tools, options, repetition },
      { timeoutSeconds, retries, signal, mayRepeatLost },
    ) {
      const request = { model, messages, ...(tools ? { tools } : {}), options, repetition };
      const packed: CallPayload = {
        request,
        ...(config ? { gateway: config } : {}),
        endpoint,
        timeout_seconds: timeoutSeconds,
        retries,
        ...(keepLookalikes ? { keep_lookalikes: true } : {}),
      };
      const payload = () => uploader.send(request, async () => packed);
      const secret = await uploader.problemOf(payload);
      if (secret !== null) return failed("provider_error", secret, true);
      const id = `call-${canonicalHash({ endpoint, ...request, ...(keepLookalikes ? { keepLookalikes } : {}) })}`;
      const what = `a call of ${model}`;
      const receive = async (text: string) => receiveResult<ChatOutcome>(text, CHAT_OUTCOME);
      const end = await board.do({ id, kind: "call", what, own: {}, payload, mayRepeatLost, receive }, signal);
      if (end.status === "done") return end.result;
      if (end.status === "taken_back") return failed("interrupted", "Interrupted before an answer came.", false);
      if (end.status === "unpaid") return failed("interrupted", UNPAID, false);
      if (end.status === "impossible") return failed("provider_error", `No worker can ask ${model}. ${end.why}`, true);
      return failed("provider_error", end.why, false);
    },
  };
}

const UNPAID = "Its worker was lost, and asking again might cross the cost limit.";

function failed(status: "provider_error" | "interrupted", message: string, permanent: boolean): ChatOutcome {
  return { status, message, http_status: null, raw: null, latency_ms: 0, retries: [], permanent };
}
