import type { GatewayConfig } from "../config/index.ts";
import { endpointName, resolveEndpoint } from "./endpoint.ts";
import { type HttpGateway, openHttpGateway } from "./http-gateway.ts";
import { isOfflineModel, offlineProblem } from "./offline/answer-offline.ts";
import { offlineGateway } from "./offline-gateway.ts";
import type { OpenLane } from "./request-lane.ts";
import { sleep, type Waiting } from "./retry-policy.ts";
import type { Gateway } from "./types.ts";

/** Every endpoint that a command uses, opened on first use. */
export interface Gateways {
  /** The gateway for a model: the offline one for `offline/…`, the configured endpoint, or OpenRouter. */
  forModel(model: string, config?: GatewayConfig): Gateway;
  /** A sentence saying why no call can succeed and what to do; null when no problem is known. */
  problem(model: string, config?: GatewayConfig): string | null;
  /** Values of the keys in use, for redaction. */
  secrets(): string[];
  /** True once any request was sent, and may therefore have been paid for. */
  hasAsked(): boolean;
  close(): Promise<void>;
}

export interface GatewayOptions extends Partial<Waiting> {
  /** The only source of keys, base URLs and header values. */
  env: Record<string, string | undefined>;
  /** Shares turns with other processes; without it, only within this process. */
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
      // Redact the default key too, which is in the environment even if this campaign does not use it.
      const byDefault = env.OPENROUTER_API_KEY ? resolve(undefined) : null;
      return [...new Set([...secrets, ...(byDefault?.ok ? byDefault.endpoint.secrets : [])])].sort();
    },
    hasAsked: () => [...open.values()].some((gateway) => gateway.hasAsked()),
    async close() {
      await Promise.all([...open.values()].map((gateway) => gateway.close()));
    },
  };
}

/** A gateway that answers with the problem, for callers that did not check it first. */
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
