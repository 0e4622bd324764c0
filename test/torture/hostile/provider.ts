import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A provider's record of one agent. Each agent has a model of its own name, so that every request can be assigned. */
interface Served {
  answers: string[];
  prompt_tokens: number;
  completion_tokens: number;
  cost_usd: number;
}

export interface HostileProvider {
  port: number;
  /** By the agent's name. */
  served: Map<string, Served>;
  /** Requests that must never have come here. */
  strays: string[];
  close(): void;
}

/** Reactions that an agent can cause in the provider, by these words in its question. */
const USAGE: Record<string, object> = {
  "usage:negative": { prompt_tokens: -500, completion_tokens: -20, total_tokens: -520, cost: -3 },
  "usage:words": { prompt_tokens: "NaN", completion_tokens: "Infinity", total_tokens: null },
  "usage:huge": { prompt_tokens: 9e15, completion_tokens: 9e15, total_tokens: 1.8e16, cost: 1e300 },
  "usage:more-than-sent": { prompt_tokens: 3_000_000, completion_tokens: 20, total_tokens: 3_000_020, cost: 900 },
};
const TRUE_USAGE = { prompt_tokens: 50, completion_tokens: 10, total_tokens: 60, cost: 0.001 };

/** A model for hostile agents, which answers anyone with the key, and notes requests that should not have got this far. */
export async function openHostileProvider(key: string): Promise<HostileProvider> {
  const served = new Map<string, Served>();
  const strays: string[] = [];
  /** Texts that agents entrusted to their model, for others to ask for. */
  const confided: string[] = [];

  const answer = (incoming: IncomingMessage, text: string, response: ServerResponse) => {
    const { method, url = "", headers } = incoming;
    const stray = (why: string) => {
      strays.push(`${why}: ${method} ${url} ${JSON.stringify(incoming.rawHeaders)} ${text.slice(0, 500)}`);
      send(response, 418, { error: { message: "nobody should see this" } });
    };
    if (headers.authorization !== `Bearer ${key}`) return stray("without the key");
    if (method !== "POST" || url !== "/v1/chat/completions") return stray("another path");
    if (headers["x-smuggled"] !== undefined || text.includes("SMUGGLED")) return stray("smuggled");
    const { model = "", messages = [] } = JSON.parse(text) as { model?: string; messages?: { content: string }[] };
    const words = String(messages.at(-1)?.content);
    // Assay itself, which wants to know whether a refusal was about the key.
    if (words === "Answer with yes.") return send(response, 200, answerOf(model, "yes"));
    const name = /^I am ([\w-]+)\./.exec(words)?.[1] ?? "";
    if (model !== `maker/${name}`) return stray(`${name} asked for ${model}`);
    const status = Number(/status:(\d+)/.exec(words)?.[1] ?? 200);
    if (status !== 200) return send(response, status, { error: { message: "as you wish" } });
    const inside = Number(/inside:(\d+)/.exec(words)?.[1] ?? 0);
    if (inside > 0) return send(response, 200, { error: { message: "as you wish", code: inside } });
    const mine = served.get(name) ?? { answers: [], prompt_tokens: 0, completion_tokens: 0, cost_usd: 0 };
    served.set(name, mine);
    const secret = /confide:(\w+)/.exec(words)?.[1];
    if (secret) confided.push(secret);
    const content = words.includes("what do you know?")
      ? `known:${confided.join(",")}`
      : `Answer ${mine.answers.length + 1} to ${name}.`;
    mine.answers.push(content);
    const untrue = Object.keys(USAGE).find((one) => words.includes(one));
    if (!untrue) {
      mine.prompt_tokens += TRUE_USAGE.prompt_tokens;
      mine.completion_tokens += TRUE_USAGE.completion_tokens;
      mine.cost_usd += TRUE_USAGE.cost;
    }
    send(response, 200, answerOf(model, content, untrue ? USAGE[untrue] : TRUE_USAGE));
  };

  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("error", () => {});
    incoming.on("end", () => answer(incoming, Buffer.concat(chunks).toString(), response));
  });
  server.on("connection", (socket) => socket.on("error", () => {}));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    served,
    strays,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function answerOf(model: string, content: string, usage: object = TRUE_USAGE) {
  const choices = [{ index: 0, finish_reason: "stop", message: { role: "assistant", content } }];
  return { id: "gen", model, choices, usage };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
