import type { Gateway } from "../../gateway/index.ts";
import { sha256 } from "../../text/index.ts";
import type { BegunTab } from "./open-tab.ts";

/**
 * A gateway whose attempts are counted before they are sent, by all workers together. A request has as many retries as it was given, however
 * many workers were lost over it; each of them may send it once.
 */
export function countedGateway(gateway: Gateway, tab: BegunTab): Gateway {
  return {
    endpoint: gateway.endpoint,
    offline: gateway.offline,
    complete(request, settings) {
      const { model, messages, tools, options, repetition } = request;
      // The same code writes it in the same order everywhere.
      const hash = sha256(JSON.stringify([model, messages, tools, options, repetition])).slice(0, 32);
      const retries = Math.max(0, settings.retries - tab.triesBefore(hash));
      return gateway.complete(request, { ...settings, retries, beforeSending: () => tab.count(hash) });
    },
  };
}
