import type { IncomingMessage } from "node:http";
import type { Chunks } from "../data/index.ts";
import { chunkScript, contentPolicy, type PageAssets, pageHtml } from "../files/index.ts";

export interface ServerAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

type Request = Pick<IncomingMessage, "method" | "url" | "headers">;

/**
 * What a request gets. Only pages of this very server are answered: the Host header must be ours, so that no name on the internet can be pointed at it,
 * and a browser that says it asks for another site's page is refused. What is asked for is looked up in tables; no path is ever made of it.
 */
export function answerBrowser(
  { method, url = "", headers }: Request,
  port: number,
  source: AnswerSource,
): ServerAnswer {
  if (!OWN_NAMES.some((name) => headers.host === `${name}:${port}`))
    return refuse(403, "this server answers on loopback only");
  if (headers["sec-fetch-site"] === "cross-site" || headers["sec-fetch-site"] === "same-site")
    return refuse(403, "pages of other sites are not answered");
  if (method !== "GET" && method !== "HEAD") return refuse(405, "nothing can be written here");
  const [path = ""] = url.split("?");
  const file = fixedFile(path, source.assets);
  if (file) return found(...file);
  const [, name] = /^\/data\/([a-z0-9-]+)\.js$/.exec(path) ?? [];
  if (name === undefined) return refuse(404, "there is nothing here");
  try {
    const value = source.chunks().read(name) ?? null;
    return value === null ? refuse(404, "there is nothing here") : found("text/javascript", chunkScript(name, value));
  } catch (error) {
    // A record that is whole and still not what it should be: the other pages must go on.
    return refuse(500, `this part of the store could not be read: ${(error as Error).message}`);
  }
}

export interface AnswerSource {
  assets: PageAssets;
  /** Of the store as it is now. */
  chunks: () => Chunks;
}

const OWN_NAMES = ["127.0.0.1", "localhost", "[::1]"];

function fixedFile(path: string, assets: PageAssets): [type: string, body: string | Uint8Array] | null {
  if (path === "/" || path === "/index.html") return ["text/html", pageHtml({ live: true })];
  if (path === "/assay.js") return ["text/javascript", assets.script];
  if (path === "/assay.css") return ["text/css", assets.style];
  if (path === "/inter.otf") return ["font/otf", assets.font];
  return null;
}

const SHARED_HEADERS = {
  "content-security-policy": `${contentPolicy({ scripts: "'self'", styles: "'self'", live: true })}; frame-ancestors 'none'`,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  // The data are scripts, which any site could name in a page of its own.
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
};

function found(type: string, body: string | Uint8Array): ServerAnswer {
  const withCharset = type.startsWith("text/") ? `${type}; charset=utf-8` : type;
  return { status: 200, headers: { ...SHARED_HEADERS, "content-type": withCharset }, body };
}

function refuse(status: number, message: string): ServerAnswer {
  return { status, headers: { ...SHARED_HEADERS, "content-type": "text/plain; charset=utf-8" }, body: `${message}\n` };
}
