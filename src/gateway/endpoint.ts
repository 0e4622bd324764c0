import type { GatewayConfig } from "../config/index.ts";
import { isSecretName } from "../text/index.ts";

/** An endpoint's address and credentials, read from configuration and environment. */
export interface Endpoint {
  /** Name for identities and messages: no credentials, no query, no trailing slash. */
  name: string;
  origin: string;
  /** Path and query of the chat-completions resource. */
  path: string;
  headers: Record<string, string>;
  /** Values that must never appear in anything we show or store. */
  secrets: string[];
  /** The variable the key was read from, for messages; null when no key is sent. */
  keyVariable: string | null;
}

type Environment = Record<string, string | undefined>;

const OPENROUTER = "https://openrouter.ai/api/v1";

/** A problem still has the name, so that stored results are found without the key that paid for them. */
export type ResolvedEndpoint = { ok: true; endpoint: Endpoint } | { ok: false; name: string; problem: string };

/** Resolves an endpoint from its configuration and the environment; defaults to OpenRouter. */
export function resolveEndpoint(config: GatewayConfig | undefined, env: Environment): ResolvedEndpoint {
  const baseUrl = config?.base_url ?? (env.OPENROUTER_BASE_URL || OPENROUTER);
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    const source = config ? "gateway.base_url" : "OPENROUTER_BASE_URL";
    return { ok: false, name: "unresolved", problem: `${source} must be an http or https URL, but is "${baseUrl}".` };
  }
  const broken = (problem: string) => ({ ok: false as const, name: nameOf(url), problem });
  const keyVariable = config ? (config.api_key_env ?? null) : "OPENROUTER_API_KEY";
  const key = keyVariable === null ? undefined : env[keyVariable]?.trim();
  if (keyVariable !== null && !key) return broken(missingKey(keyVariable, nameOf(url), config));

  const headers: Record<string, string> = {};
  const secrets = key ? [key] : [];
  if (url.username) {
    const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
    headers.authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
    secrets.push(password, headers.authorization.slice("Basic ".length));
  }
  if (key) headers.authorization = `Bearer ${key}`;
  for (const [name, template] of Object.entries(config?.headers ?? {})) {
    const missing: string[] = [];
    const value = template.replace(/\$([A-Za-z_][A-Za-z0-9_]*)/g, (_, variable: string) => {
      const found = env[variable]?.trim();
      if (found) secrets.push(found);
      else missing.push(variable);
      return found ?? "";
    });
    if (missing.length > 0) return broken(missingHeaderValue(name, missing));
    headers[name.toLowerCase()] = value;
    if (isSecretHeader(name)) secrets.push(...value.trim().split(/\s+/).slice(-1));
  }
  const unsendable = Object.entries(headers).find(([name, value]) => !isSendable(name, value));
  if (unsendable) {
    return broken(
      `The header "${unsendable[0]}" for ${nameOf(url)} cannot be sent: its name or value holds characters that HTTP does not allow (a line break?).`,
    );
  }
  for (const [name, value] of url.searchParams) if (name === "key" || isSecretName(name)) secrets.push(value);
  const endpoint = {
    name: nameOf(url),
    origin: url.origin,
    path: `${completionsPath(url)}${url.search}`,
    headers,
    secrets,
    keyVariable,
  };
  return { ok: true, endpoint };
}

/** An endpoint's name in identities, with or without a key, so that stored results are found without one. */
export function endpointName(config: GatewayConfig | undefined, env: Environment): string {
  const baseUrl = config?.base_url ?? (env.OPENROUTER_BASE_URL || OPENROUTER);
  return URL.canParse(baseUrl) ? nameOf(new URL(baseUrl)) : "unresolved";
}

function nameOf(url: URL): string {
  return `${url.origin}${url.pathname.replace(/\/+$/, "").replace(/\/chat\/completions$/, "")}`;
}

function completionsPath(url: URL): string {
  return `${url.pathname.replace(/\/+$/, "").replace(/\/chat\/completions$/, "")}/chat/completions`;
}

function missingKey(variable: string, endpoint: string, config: GatewayConfig | undefined): string {
  const where = `Set ${variable} in the environment or in the workspace's .env file`;
  return config
    ? `No key for ${endpoint}: ${variable} is not set. ${where}, or remove api_key_env if the server needs no key.`
    : `No key for ${endpoint}: ${variable} is not set. ${where}, give the model a gateway of its own, or use an offline/… model.`;
}

function missingHeaderValue(header: string, variables: string[]): string {
  const names = variables.join(", ");
  return `The gateway header "${header}" needs ${names}, which is not set. Set it in the environment or in the workspace's .env file.`;
}

/** True for headers whose values are secret even if written in the configuration; after a scheme, only the secret counts. */
function isSecretHeader(name: string): boolean {
  return isSecretName(name) || /^(?:(?:proxy-)?authorization|cookie)$/i.test(name);
}

function isSendable(name: string, value: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}
