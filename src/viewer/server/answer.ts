import type { IncomingMessage } from "node:http";
import type { Chunks } from "../data/chunks.ts";
import type { PageAssets } from "../files/assets.ts";
import { chunkScript } from "../files/chunk-script.ts";
import { contentPolicy, pageHtml } from "../files/page-html.ts";

export interface ServerAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

type Request = Pick<IncomingMessage, "method" | "url" | "headers">;

/**
 * Answers a request, from pages of this server only: the Host header must be ours, so that no internet name can point here, and requests
 * that a browser marks as coming from another site are refused. Requested names are looked up in tables and never become paths.
 */
export function answerBrowser(
  { method, url = "", headers }: Request,
  port: number,
  source: AnswerSource,
): ServerAnswer {
  const stranger = refuseStranger(headers, port);
  if (stranger) return stranger;
  if (method !== "GET" && method !== "HEAD") return refuseRequest(405, "nothing can be written here");
  const [path = ""] = url.split("?");
  const file = fixedFile(path, source.assets);
  if (file) return found(...file);
  const [, name] = /^\/data\/([a-z0-9-]+)\.js$/.exec(path) ?? [];
  if (name === undefined) return refuseRequest(404, "there is nothing here");
  try {
    const value = source.chunks().read(name) ?? null;
    return value === null
      ? refuseRequest(404, "there is nothing here")
      : found("text/javascript", chunkScript(name, value));
  } catch (error) {
    // Other pages must keep working despite an invalid record.
    return refuseRequest(500, `this part of the store could not be read: ${(error as Error).message}`);
  }
}

/** Refuses other hosts and pages of other sites; otherwise null. */
export function refuseStranger(headers: Request["headers"], port: number): ServerAnswer | null {
  if (!OWN_NAMES.some((name) => headers.host === `${name}:${port}`))
    return refuseRequest(403, "this server answers on loopback only");
  if (headers["sec-fetch-site"] === "cross-site" || headers["sec-fetch-site"] === "same-site")
    return refuseRequest(403, "pages of other sites are not answered");
  return null;
}

export interface AnswerSource {
  assets: PageAssets;
  /** Returns the store's current chunks. */
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
  // The data are scripts, which any site could embed.
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
};

function found(type: string, body: string | Uint8Array): ServerAnswer {
  const withCharset = type.startsWith("text/") ? `${type}; charset=utf-8` : type;
  return { status: 200, headers: { ...SHARED_HEADERS, "content-type": withCharset }, body };
}

export function withJson(value: unknown): ServerAnswer {
  return found("application/json", JSON.stringify(value));
}

export function refuseRequest(status: number, message: string): ServerAnswer {
  return { status, headers: { ...SHARED_HEADERS, "content-type": "text/plain; charset=utf-8" }, body: `${message}\n` };
}
