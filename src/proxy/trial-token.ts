import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { sha256 } from "../text/index.ts";

/** The place of the token in a request, where the real key goes too. */
export type KeyHeader = "authorization" | "x-api-key" | "x-goog-api-key";

/** Creates a token valid for one trial only. */
export function createTrialToken(): string {
  return `assay-trial-${randomBytes(24).toString("base64url")}`;
}

/** The place of the trial's token in a request; null when it is in none that wire formats use. */
export function findToken({ headers, url = "" }: IncomingMessage, token: string): KeyHeader | null {
  const bearer = /^bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
  if (isSame(bearer, token)) return "authorization";
  if (isSame(headers["x-api-key"], token)) return "x-api-key";
  if (isSame(headers["x-goog-api-key"], token)) return "x-goog-api-key";
  const query = url.includes("?") ? url.slice(url.indexOf("?")) : "";
  // A key in an address would appear in every log on the way.
  return isSame(new URLSearchParams(query).get("key"), token) ? "x-goog-api-key" : null;
}

/** Checks the proxy authorization of a request to another host: `http://any:<token>@127.0.0.1:17913`. */
export function hasProxyToken({ headers }: IncomingMessage, token: string): boolean {
  const [, scheme = "", given = ""] = /^(\w+) +(\S+)$/.exec(headers["proxy-authorization"] ?? "") ?? [];
  if (/^bearer$/i.test(scheme)) return isSame(given, token);
  const [, password] = /^[^:]*:(.*)$/s.exec(Buffer.from(given, "base64").toString()) ?? [];
  return /^basic$/i.test(scheme) && isSame(password, token);
}

/** Compares in constant time. */
function isSame(given: string | string[] | null | undefined, token: string): boolean {
  if (typeof given !== "string") return false;
  return timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(token)));
}
