import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as the server saw it. */
export interface SeenRequest {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  /** The body, parsed; undefined if it was not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it as they please
  body: any;
}

/** A chat completion, or a raw HTTP answer that may misbehave in every way a server can. */
export type ScriptedAnswer = string | ScriptedCompletion | ScriptedResponse;

export interface ScriptedCompletion {
  content?: string | null;
  tool_calls?: { id?: string; name: string; arguments: unknown }[];
  finish_reason?: string;
  usage?: Record<string, unknown>;
  provider?: string;
  delayMs?: number;
}

export interface ScriptedResponse {
  status: number;
  headers?: Record<string, string>;
  /** Objects are sent as JSON. */
  body?: string | Uint8Array | object;
  delayMs?: number;
  /** Never answer, or stop for good after the headers and half of the body. */
  hang?: "before_headers" | "in_body";
  /** Send the body one byte at a time. */
  trickleEveryMs?: number;
  /** Cut the connection: before anything is sent, or after half of the body. */
  cut?: "before_headers" | "in_body";
}

/** Answers in order, the last one again and again; or a function of the request and how many came before it. */
export type Script =
  | ScriptedAnswer[]
  | ((request: SeenRequest, index: number) => ScriptedAnswer | Promise<ScriptedAnswer>);

export interface ScriptedServer {
  /** `http://127.0.0.1:<port>/v1`, for `gateway.base_url` or OPENROUTER_BASE_URL. */
  baseUrl: string;
  requests: SeenRequest[];
  /** Most requests that were being answered at the same time. */
  mostInFlight(): number;
  /** Counts anew from here on. */
  forgetMostInFlight(): void;
  close(): Promise<void>;
}

/** A real HTTP server that speaks chat completions as the script says. Use `scriptedProvider` inside tests. */
export async function startScriptedServer(script: Script): Promise<ScriptedServer> {
  const requests: SeenRequest[] = [];
  let inFlight = 0;
  let most = 0;
  const server = createServer((incoming, response) => {
    inFlight++;
    most = Math.max(most, inFlight);
    response.on("close", () => inFlight--);
    response.on("error", () => {});
    void readRequest(incoming).then(async (request) => {
      const index = requests.push(request) - 1;
      const answer = typeof script === "function" ? await script(request, index) : (script[index] ?? script.at(-1)!);
      await respond(response, answer, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    mostInFlight: () => most,
    forgetMostInFlight: () => {
      most = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A whole chat completion as JSON, as OpenRouter would send it. */
export function completion(answer: ScriptedCompletion, model: string): object {
  const tool_calls = answer.tool_calls?.map((call, index) => ({
    id: call.id ?? `call_${index + 1}`,
    type: "function",
    function: {
      name: call.name,
      arguments: typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments),
    },
  }));
  return {
    id: "gen-1",
    object: "chat.completion",
    model,
    provider: answer.provider ?? "Scripted",
    choices: [
      {
        index: 0,
        finish_reason: answer.finish_reason ?? (tool_calls ? "tool_calls" : "stop"),
        message: { role: "assistant", content: answer.content ?? null, ...(tool_calls ? { tool_calls } : {}) },
      },
    ],
    usage: answer.usage ?? { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15, cost: 0.001 },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
  } catch {
    // The client went away; what came so far is what was seen.
  }
  let body: unknown;
  try {
    body = JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    body = undefined;
  }
  return { path: incoming.url ?? "", headers: incoming.headers, body };
}

async function respond(response: ServerResponse, answer: ScriptedAnswer, request: SeenRequest): Promise<void> {
  const raw = toResponse(answer, request);
  if (raw.delayMs) await pause(raw.delayMs);
  if (raw.hang === "before_headers") return;
  if (raw.cut === "before_headers") return void response.destroy();
  const { body = "" } = raw;
  const bytes =
    typeof body === "string"
      ? Buffer.from(body)
      : body instanceof Uint8Array
        ? Buffer.from(body)
        : Buffer.from(JSON.stringify(body));
  response.writeHead(raw.status, {
    "content-type": "application/json",
    "content-length": String(bytes.length),
    ...raw.headers,
  });
  const half = bytes.subarray(0, Math.ceil(bytes.length / 2));
  if (raw.hang === "in_body") return void response.write(half);
  if (raw.cut === "in_body") return void response.write(half, () => response.destroy());
  if (raw.trickleEveryMs === undefined) return void response.end(bytes);
  for (let at = 0; at < bytes.length && !response.destroyed; at++) {
    response.write(bytes.subarray(at, at + 1));
    await pause(raw.trickleEveryMs);
  }
  response.end();
}

function toResponse(answer: ScriptedAnswer, { body }: SeenRequest): ScriptedResponse {
  if (typeof answer === "string") return { status: 200, body: completion({ content: answer }, body?.model) };
  if ("status" in answer) return answer;
  return { status: 200, body: completion(answer, body?.model), delayMs: answer.delayMs };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
