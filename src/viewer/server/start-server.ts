import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { StoredResults } from "../../operations/index.ts";
import { openChunks } from "../data/index.ts";
import { readAssets } from "../files/index.ts";
import { answerBrowser } from "./answer.ts";

export interface ViewerServer {
  /** Where a browser finds it. */
  url: string;
  close(): Promise<void>;
}

/** How often a running campaign is looked at while somebody watches. */
const LOOK_EVERY_MS = 1000;

/** Serves what a store has on loopback, and tells open pages when something was stored. Throws what the system says when the port is taken. */
export async function startServer(results: StoredResults, port: number, version: string): Promise<ViewerServer> {
  const assets = readAssets();
  const composed = openChunks(results, version);
  const watchers = new Set<ServerResponse>();
  let seen = results.version();

  /** The store as it is now, whoever has written to it. */
  function chunks() {
    const now = results.version();
    if (now !== seen) {
      seen = now;
      results.refresh();
      composed.forget();
    }
    return composed;
  }

  const server = createServer((request, response) => {
    const { method, headers } = request;
    const isLive = request.url === "/live";
    const { port: own } = server.address() as AddressInfo;
    // Who may watch is decided as for the page itself.
    const answer = answerBrowser({ method, url: isLive ? "/" : request.url, headers }, own, { assets, chunks });
    if (isLive && answer.status === 200) {
      response.writeHead(200, { ...answer.headers, "content-type": "text/event-stream" });
      response.write(`event: changed\ndata: ${seen}\n\n`);
      watchers.add(response);
      response.on("close", () => watchers.delete(response));
      return;
    }
    response.writeHead(answer.status, answer.headers);
    response.end(request.method === "HEAD" ? undefined : answer.body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const looking = setInterval(() => {
    if (watchers.size === 0) return;
    const before = seen;
    chunks();
    if (seen === before) return;
    for (const watcher of watchers) watcher.write(`event: changed\ndata: ${seen}\n\n`);
  }, LOOK_EVERY_MS);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      clearInterval(looking);
      for (const watcher of watchers) watcher.end();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
