import { answerOffline, offlineProblem } from "./offline/answer-offline.ts";
import type { Gateway } from "./types.ts";

/** The gateway that needs no key and no network: `offline/…` models are small programs of this package, not LLMs. */
export const offlineGateway: Gateway = {
  endpoint: "offline",
  offline: true,
  async complete(request, { signal }) {
    const failure = { http_status: null, raw: null, latency_ms: 0, retries: [] };
    if (signal?.aborted)
      return { status: "interrupted", message: "Interrupted before an answer came.", permanent: false, ...failure };
    const problem = offlineProblem(request.model);
    if (problem) return { status: "provider_error", message: problem, permanent: true, ...failure };
    return answerOffline(request);
  },
};
