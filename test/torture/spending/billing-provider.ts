import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { resourceOf } from "../../../src/proxy/wire/resource.ts";
import { type WrittenAnswer, writeAnswer } from "./answers.ts";
import type { World } from "./order.ts";
import { type ContentOf, priceRequest } from "./price-request.ts";

/** One line of the bill. */
export interface Charge {
  id: string;
  model: string;
  usd: number;
  /** `delivered`: the whole answer was written to a client that was still there. */
  state: "under_way" | "delivered" | "broken_off";
  /** The price that its reader finds in the answer; null when there is none. */
  toldUsd: number | null;
}

export interface BillingProvider {
  port: number;
  baseUrl: string;
  charges: Charge[];
  billUsd(): number;
  mostUnderWay(): number;
  /** Resolves when this request has arrived in full. */
  arrived(id: string): Promise<void>;
  /** Resolves when so many have. */
  arrivals(count: number): Promise<void>;
  /** Waits until nothing is under way any more. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** A real HTTP server that charges for a request as soon as it has its body, and keeps the bill even if its answers are not read. */
export async function openBillingProvider(world: World, contentOf: ContentOf = () => null): Promise<BillingProvider> {
  const charges: Charge[] = [];
  const waiting = new Set<{ isOver: () => boolean; resolve: () => void }>();
  let received = 0;
  let underWay = 0;
  let most = 0;
  const tellAll = () => {
    for (const one of waiting) if (one.isOver()) one.resolve();
  };
  const until = (isOver: () => boolean) =>
    new Promise<void>((resolve) => {
      if (isOver()) return resolve();
      const one = {
        isOver,
        resolve: () => {
          waiting.delete(one);
          resolve();
        },
      };
      waiting.add(one);
    });

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on("error", () => {});
    const text = await readText(incoming);
    if (text === null) return;
    const resource = resourceOf(incoming.method ?? "", incoming.url ?? "");
    if (!resource || resource.kind === "models") return send(response, 404, { error: { message: "not here" } });
    received += 1;
    if (resource.kind === "count")
      return send(response, 200, { input_tokens: Math.ceil(text.length / 4), totalTokens: 1 });
    if (world.refusesEvery && received % world.refusesEvery === 0)
      return send(response, 429, { error: { message: "too many requests" } }, { "retry-after": "0" });
    const index = charges.length;
    const priced = priceRequest({ text, resource, world, index, contentOf });
    const charge: Charge = {
      id: /#([\w-]+)#/.exec(text)?.[1] ?? `request-${index}`,
      model: priced.model,
      usd: priced.answer.usd,
      state: "under_way",
      toldUsd: null,
    };
    charges.push(charge);
    underWay += 1;
    most = Math.max(most, underWay);
    const written = writeAnswer(priced.answer);
    const breaks = world.breaksOffEvery !== undefined && (index + 1) % world.breaksOffEvery === 0;
    response.on("close", () => {
      underWay -= 1;
      if (response.writableFinished) Object.assign(charge, { state: "delivered", toldUsd: written.toldUsd });
      // For a client that hung up, it goes on writing all the same.
      else Object.assign(charge, { state: "broken_off", ...(breaks ? {} : { usd: priced.allowedUsd }) });
      tellAll();
    });
    tellAll();
    await wait(world.latencyMs);
    await sendPieces(response, written, { pieceMs: world.pieceMs, breaks });
  }

  const server = createServer((incoming, response) => void serve(incoming, response).catch(() => response.destroy()));
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", 1024, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    charges,
    billUsd: () => charges.reduce((sum, { usd }) => sum + usd, 0),
    mostUnderWay: () => most,
    arrived: (id) => until(() => charges.some((charge) => charge.id === id)),
    arrivals: (count) => until(() => charges.length >= count),
    settled: () => until(() => underWay === 0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Piece by piece; what is to break off ends half-way. */
async function sendPieces(
  response: ServerResponse,
  { contentType, pieces }: WrittenAnswer,
  { pieceMs, breaks }: { pieceMs?: number; breaks: boolean },
): Promise<void> {
  if (response.destroyed) return;
  response.writeHead(200, { "content-type": contentType });
  for (const [at, piece] of pieces.entries()) {
    if (at > 0 && pieceMs !== undefined) await wait(pieceMs);
    if (response.destroyed) return;
    if (breaks && at * 2 >= pieces.length) return void response.destroy();
    response.write(piece);
  }
  response.end();
}

/** Null when the client hung up before all of it was there: nothing is charged for that. */
async function readText(incoming: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  } catch {
    return null;
  }
  return incoming.complete ? Buffer.concat(chunks).toString() : null;
}

function send(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}
