import type { Endpoint } from "../../gateway/index.ts";
import { type OpenedProxy, openProxy, type TrialSpending } from "../../proxy/index.ts";
import type { RunnerSurroundings, Trial } from "../contract/runner.ts";

const NOTHING_LIMITED: TrialSpending = {
  hold: async () => ({ ok: true, request: { paid: () => null, lost: () => 0, free() {} } }),
  paid() {},
};

/** Opens the agent's only connection to its model. Engines in virtual machines cannot mount a socket. */
export function openTrialProxy(
  { request, runProfile }: Trial,
  { clock, env, signal, spending }: RunnerSurroundings,
  endpoint: Endpoint,
  startedAt: Date,
): Promise<OpenedProxy> {
  return openProxy({
    listen: process.platform === "linux" ? "socket" : "loopback",
    endpoint,
    models: [request.model],
    wished: request.options,
    network: runProfile.network_access,
    spending: spending ?? NOTHING_LIMITED,
    now: () => Math.max(0, clock().getTime() - startedAt.getTime()),
    env,
    signal,
  });
}
