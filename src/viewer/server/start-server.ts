import { randomBytes } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { StoredResults } from "../../operations/index.ts";
import { openChunks } from "../data/chunks.ts";
import { readAssets } from "../files/assets.ts";
import { answerBrowser } from "./answer.ts";
import { answerLabel } from "./answer-label.ts";
import { openLabelDesk } from "./label-desk.ts";
import { pollingDelayMs } from "./polling-delay.ts";

export interface ViewerServer {
  url: string;
  /** Same address with the key for storing labels. */
  labelUrl: string;
  close(): Promise<void>;
}

/** Serves a store on loopback and announces changes to open pages. Throws the system's error if the port is taken. */
export async function startServer(results: StoredResults, port: number, version: string): Promise<ViewerServer> {
  const assets = readAssets();
  const composed = openChunks(results, version);
  const desk = openLabelDesk(results.outputs);
  const token = randomBytes(16).toString("hex");
  const watchers = new Set<ServerResponse>();
  let seen = results.version();
  /** Milliseconds spent composing since the last announcement. */
  let composing = 0;

  /** Reads what was stored since, by any process. */
  function refreshStore(): void {
    const now = results.version();
    if (now === seen) return;
    seen = now;
    results.refresh();
    composed.forget();
  }

  /**
   * While pages watch, the store is read at intervals only, so that all parts of a page belong to one state and a running campaign is not
   * composed for each.
   */
  function chunks() {
    if (watchers.size === 0) refreshStore();
    return composed;
  }

  const server = createServer((request, response) => {
    const { method, headers } = request;
    const isLive = request.url === "/live";
    const { port: own } = server.address() as AddressInfo;
    if (request.url?.split("?")[0] === "/label") {
      void answerLabel(request, own, token, desk).then(
        ({ status, headers: sent, body }) => response.writeHead(status, sent).end(body),
        (error: Error) => response.writeHead(500).end(`${error.message}\n`),
      );
      return;
    }
    // The same rules apply to watching as to the page.
    const startedAt = performance.now();
    const answer = answerBrowser({ method, url: isLive ? "/" : request.url, headers }, own, { assets, chunks });
    composing += performance.now() - startedAt;
    // A HEAD request must end.
    if (isLive && answer.status === 200 && method !== "HEAD") {
      response.writeHead(200, { ...answer.headers, "content-type": "text/event-stream" });
      response.write(`event: changed\ndata: ${seen}\n\n`);
      watchers.add(response);
      response.on("close", () => watchers.delete(response));
      return;
    }
    response.writeHead(answer.status, answer.headers);
    response.end(method === "HEAD" ? undefined : answer.body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  let looking = setTimeout(look, pollingDelayMs(0));
  function look(): void {
    const before = seen;
    if (watchers.size > 0) refreshStore();
    if (seen === before) {
      looking = setTimeout(look, pollingDelayMs(0));
      return;
    }
    for (const watcher of watchers) watcher.write(`event: changed\ndata: ${seen}\n\n`);
    looking = setTimeout(look, pollingDelayMs(composing));
    composing = 0;
  }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    labelUrl: `${url}?token=${token}`,
    async close() {
      clearTimeout(looking);
      for (const watcher of watchers) watcher.end();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await desk.close();
    },
  };
}
