import type { GatewayConfig } from "../config/index.ts";
import { endpointName, resolveEndpoint } from "./endpoint.ts";
import { type HttpGateway, openHttpGateway } from "./http-gateway.ts";
import { isOfflineModel, offlineProblem } from "./offline/answer-offline.ts";
import { offlineGateway } from "./offline-gateway.ts";
import type { OpenLane } from "./request-lane.ts";
import { sleep, type Waiting } from "./retry-policy.ts";
import type { Gateway } from "./types.ts";

/** Every endpoint that a command talks to, opened when first needed. */
export interface Gateways {
  /** The gateway for a model: the offline one for `offline/…`, the configured endpoint, or OpenRouter. */
  forModel(model: string, config?: GatewayConfig): Gateway;
  /** Why no call can succeed, as a sentence that says what to do; null when nothing is known to be wrong. */
  problem(model: string, config?: GatewayConfig): string | null;
  /** Values of the keys in use, for redaction. */
  secrets(): string[];
  /** True once a request was sent to any endpoint: from then on something may have been paid for. */
  hasAsked(): boolean;
  close(): Promise<void>;
}

export interface GatewayOptions extends Partial<Waiting> {
  /** Keys, base URLs and header values are read from here and nowhere else. */
  env: Record<string, string | undefined>;
  /** Requests take turns with those of other processes; with those of this process alone when left out. */
  lanes?: OpenLane;
}

/**
 * @example
 * const gateways = openGateways({ env: await loadDotEnv(root, process.env) });
 * const problem = gateways.problem("openai/gpt-4o-mini");
 * const outcome = await gateways.forModel("openai/gpt-4o-mini").complete(request, { timeoutSeconds: 30, retries: 5 });
 */
export function openGateways(options: GatewayOptions): Gateways {
  const { env, random = Math.random, sleep: wait = sleep, now = Date.now } = options;
  const open = new Map<string, HttpGateway>();
  const secrets = new Set<string>();

  function resolve(config: GatewayConfig | undefined) {
    const resolved = resolveEndpoint(config, env);
    if (resolved.ok) for (const secret of resolved.endpoint.secrets) secrets.add(secret);
    return resolved;
  }

  return {
    forModel(model, config) {
      if (isOfflineModel(model)) return offlineGateway;
      const key = JSON.stringify(config ?? null);
      const known = open.get(key);
      if (known) return known;
      const resolved = resolve(config);
      if (!resolved.ok) return brokenGateway(endpointName(config, env), resolved.problem);
      const gateway = openHttpGateway(resolved.endpoint, { random, sleep: wait, now }, env, options.lanes);
      open.set(key, gateway);
      return gateway;
    },
    problem(model, config) {
      if (isOfflineModel(model)) return offlineProblem(model);
      const resolved = resolve(config);
      return resolved.ok ? null : resolved.problem;
    },
    secrets() {
      // The default key is in the environment even when this campaign does not use it.
      const byDefault = env.OPENROUTER_API_KEY ? resolve(undefined) : null;
      return [...new Set([...secrets, ...(byDefault?.ok ? byDefault.endpoint.secrets : [])])].sort();
    },
    hasAsked: () => [...open.values()].some((gateway) => gateway.hasAsked()),
    async close() {
      await Promise.all([...open.values()].map((gateway) => gateway.close()));
    },
  };
}

/** For callers that did not look at `problem` first: the same sentence, as an answer. */
function brokenGateway(endpoint: string, problem: string): Gateway {
  return {
    endpoint,
    offline: false,
    complete: async () => ({
      status: "provider_error",
      message: problem,
      http_status: null,
      raw: null,
      latency_ms: 0,
      retries: [],
      permanent: true,
    }),
  };
}
