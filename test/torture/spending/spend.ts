import { Agent, type ClientRequest, type IncomingMessage, request as openRequest } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { bodyOf } from "./asked-body.ts";
import type { BillingProvider } from "./billing-provider.ts";
import type { TrialAccess } from "./budget.ts";
import type { RequestOrder, TrialOrder } from "./order.ts";

/** The outcome of a request, as the agent saw it. */
export interface SpentRequest {
  id: string;
  ended: "read" | "refused" | "left" | "broken" | "stuck";
  status: number | null;
}

/** Time without an answer after which a client counts as hanging. */
const PATIENCE_MS = 20_000;
/** So long a request may take to its provider before the client leaves all the same. */
const ARRIVAL_MS = 400;

/** Spends as one agent does: so many requests at once, each leaving when it is told to. */
export async function spend(
  trial: TrialOrder,
  access: TrialAccess,
  provider: Pick<BillingProvider, "arrived">,
  name: string,
): Promise<SpentRequest[]> {
  const agent = new Agent({ keepAlive: trial.keepAlive, maxSockets: 256 });
  const results: SpentRequest[] = [];
  for (const [number, { parallel, requests }] of trial.phases.entries()) {
    let next = 0;
    const lane = async () => {
      for (let at = next++; at < requests.length; at = next++) {
        const order = requests[at]!;
        for (let attempt = 0; attempt <= (order.retries ?? 0); attempt += 1) {
          const id = `${name}-${number}-${at}-${attempt}`;
          const result = await ask(order, { ...access, agent, id, arrived: () => provider.arrived(id) });
          results.push(result);
          if (result.ended === "read" || result.ended === "stuck") break;
        }
      }
    };
    await Promise.all(Array.from({ length: parallel }, lane));
  }
  agent.destroy();
  return results;
}

interface Asking extends TrialAccess {
  agent: Agent;
  id: string;
  arrived: () => Promise<void>;
}

function ask(order: RequestOrder, { socket, token, agent, id, arrived }: Asking): Promise<SpentRequest> {
  const { path, body } = bodyOf(order, id);
  const bytes = Buffer.from(JSON.stringify(body));
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "content-length": String(bytes.length),
  };
  return new Promise((resolve) => {
    let status: number | null = null;
    let timer: NodeJS.Timeout | undefined;
    const finish = (ended: SpentRequest["ended"]) => {
      clearTimeout(timer);
      resolve({ id, ended, status });
    };
    const request = openRequest({ socketPath: socket, path, method: "POST", headers, agent });
    const leave = (ended: "left" | "stuck" = "left") => {
      finish(ended);
      request.destroy();
    };
    timer = setTimeout(() => leave("stuck"), PATIENCE_MS);
    request.on("error", () => finish("broken"));
    request.on("response", (response) => {
      status = response.statusCode ?? 0;
      readAnswer(response, order, { finish, leave });
    });
    if (order.leaves === "half_body") return leaveInBody(request, bytes, leave);
    request.end(bytes);
    if (order.leaves === "before_headers") void Promise.race([arrived(), wait(ARRIVAL_MS)]).then(() => leave());
  });
}

function leaveInBody(request: ClientRequest, bytes: Buffer, leave: () => void): void {
  request.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => leave());
}

/** The end of a text in every format, before its price. */
const STOPPED = /"finish_reason":"stop"|"content_block_stop"|"finishReason":"STOP"|"response.output_item.done"/;

interface Ways {
  finish: (ended: SpentRequest["ended"]) => void;
  leave: () => void;
}

function readAnswer(response: IncomingMessage, { leaves, streamed }: RequestOrder, { finish, leave }: Ways): void {
  const { statusCode = 0 } = response;
  let chunks = 0;
  response.on("data", (chunk: Buffer) => {
    if (statusCode >= 300) return;
    chunks += 1;
    if (leaves === "first_byte" || (leaves === "half_stream" && (chunks > 1 || !streamed))) leave();
    if (leaves === "at_stop" && STOPPED.test(chunk.toString())) leave();
  });
  response.on("end", () => finish(statusCode >= 300 ? "refused" : response.complete ? "read" : "broken"));
  response.on("error", () => finish("broken"));
  response.on("close", () => finish("broken"));
}
