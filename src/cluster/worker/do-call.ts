import type { GatewayConfig } from "../../config/index.ts";
import { createRedactor, redactJson } from "../../text/index.ts";
import { countedGateway } from "../job-budget/counted-gateway.ts";
import type { CallPayload } from "../payloads/call-payload.ts";
import type { JobContext, JobDone } from "./job-context.ts";
import { readPayload } from "./read-payload.ts";

/** Sends one request to a model. */
export async function doCall(context: JobContext): Promise<JobDone> {
  const payload = await readPayload<CallPayload>(context);
  const { request, gateway: config, endpoint, timeout_seconds, retries, keep_lookalikes } = payload;
  const why = explainUnreachable(context, request.model, config, endpoint);
  if (why !== null) return { status: "declined", why };
  const { gateways, signal } = context;
  const gateway = gateways.forModel(request.model, config);
  const begun = await context.begin();
  if (!begun.ok) return { status: "lost", lost: begun.lost };
  const said = await countedGateway(gateway, begun.budget).complete(request, {
    timeoutSeconds: timeout_seconds,
    retries,
    signal,
  });
  if (said.status === "interrupted") return { status: "interrupted" };
  const redact = createRedactor(context.secrets(), { patterns: keep_lookalikes !== true });
  return { status: "done", isFinal: said.status === "answered", result: redactJson(said, redact) };
}

/** Explains why a model is unreachable from here or has another endpoint than planned; otherwise null. */
export function explainUnreachable(
  { gateways }: Pick<JobContext, "gateways">,
  model: string,
  config: GatewayConfig | undefined,
  planned: string,
): string | null {
  const { endpoint } = gateways.forModel(model, config);
  if (endpoint !== planned) return `${model} would be asked at ${endpoint} here, but the plan says ${planned}`;
  return gateways.problem(model, config);
}
