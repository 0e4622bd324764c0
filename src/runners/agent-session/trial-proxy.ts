import type { Endpoint } from "../../gateway/index.ts";
import { type OpenedProxy, openProxy } from "../../proxy/index.ts";
import type { RunnerSurroundings, Trial } from "../contract/runner.ts";

/** The agent's only way to its model. Engines in virtual machines cannot mount a socket. */
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
    network: runProfile.network_access,
    spending: spending ?? { refusal: () => null, paid() {} },
    now: () => Math.max(0, clock().getTime() - startedAt.getTime()),
    env,
    signal,
  });
}
