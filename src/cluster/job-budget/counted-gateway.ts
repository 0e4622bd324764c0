import type { Gateway } from "../../gateway/index.ts";
import { sha256 } from "../../text/index.ts";
import type { JobBudget } from "./begin-job-budget.ts";

/**
 * Counts a gateway's attempts in Redis before they are sent. A request keeps its number of retries even if workers are lost; each worker
 * may send it at least once.
 */
export function countedGateway(gateway: Gateway, budget: JobBudget): Gateway {
  return {
    endpoint: gateway.endpoint,
    offline: gateway.offline,
    complete(request, settings) {
      const { model, messages, tools, options, repetition } = request;
      // Safe as a key: the same code writes it in the same order everywhere.
      const hash = sha256(JSON.stringify([model, messages, tools, options, repetition])).slice(0, 32);
      const retries = Math.max(0, settings.retries - budget.triesBefore(hash));
      return gateway.complete(request, { ...settings, retries, beforeSending: () => budget.count(hash) });
    },
  };
}
