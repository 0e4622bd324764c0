import type { GatewayConfig } from "../../config/index.ts";
import { isRecord, isSecretName } from "../../text/index.ts";
import type { ImportContext } from "../reading/import-context.ts";
import type { Located } from "../reading/located.ts";
import type { ProviderEndpoint } from "./provider-endpoints.ts";

/** Builds the gateway of a provider, naming its keys without copying them. Null for OpenRouter, the default. */
export function gatewayOfProvider(
  id: string,
  endpoint: ProviderEndpoint,
  config: Located,
  context: ImportContext,
): { ok: true; gateway: GatewayConfig | null } | { ok: false; reason: string } {
  const words = isRecord(config.value) ? config.value : {};
  const address = baseUrlOf(words, endpoint.base_url);
  if (typeof address === "object") return { ok: false, reason: address.reason };
  const named =
    typeof words.apiKeyEnvar === "string" && VARIABLE.test(words.apiKeyEnvar) ? words.apiKeyEnvar : undefined;
  if (words.apiKey !== undefined) {
    if (typeof words.apiKey === "string") context.secrets.add(words.apiKey);
    const instead = named ?? endpoint.api_key_env ?? "API_KEY";
    const reason = `a key is never copied; set ${instead} in the environment or in .env`;
    context.notes.add(
      { outcome: "note", what: `config.apiKey of provider ${id}`, reason },
      config.inside("apiKey").place,
    );
  }
  const key = named ?? endpoint.api_key_env ?? (words.apiKey === undefined ? undefined : "API_KEY");
  const headers = headersOf(id, words, config, context);
  if (address === undefined) {
    context.environment.add("OPENROUTER_API_KEY");
    if (headers === undefined && named === undefined) return { ok: true, gateway: null };
  }
  if (key !== undefined) context.environment.add(key);
  return {
    ok: true,
    gateway: {
      base_url: address ?? "https://openrouter.ai/api/v1",
      ...(address === undefined && key === undefined
        ? { api_key_env: "OPENROUTER_API_KEY" }
        : key !== undefined && { api_key_env: key }),
      ...(headers && { headers }),
    },
  };
}

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

function baseUrlOf(
  words: Record<string, unknown>,
  otherwise: string | undefined,
): string | undefined | { reason: string } {
  const written = words.apiBaseUrl ?? (typeof words.apiHost === "string" ? `https://${words.apiHost}/v1` : undefined);
  if (written === undefined) return otherwise;
  if (typeof written !== "string" || /[{}]/.test(written))
    return { reason: "its address is made from variables; write it into the suite by hand" };
  try {
    const url = new URL(written);
    if (!/^https?:$/.test(url.protocol)) return { reason: "its address is not an http or https URL" };
    // The parts of a URL before its host and after its path may contain a key.
    if (url.username !== "" || url.password !== "" || url.search !== "")
      return { reason: "its address holds a name, a password or parameters, which are never copied" };
    return url.href.replace(/\/$/, "");
  } catch {
    return { reason: "its address is not an http or https URL" };
  }
}

function headersOf(
  id: string,
  words: Record<string, unknown>,
  config: Located,
  { notes, secrets, environment }: ImportContext,
): Record<string, string> | undefined {
  const headers: Record<string, string> = {};
  const organization = typeof words.organization === "string" ? { "OpenAI-Organization": words.organization } : {};
  const written = isRecord(words.headers) ? words.headers : {};
  for (const [name, value] of Object.entries({ ...organization, ...written })) {
    if (typeof value !== "string") continue;
    const isPlain = !isSecretName(name) && !/authorization|cookie|token|key/i.test(name) && !/[{}$]/.test(value);
    if (isPlain) {
      headers[name] = value;
      continue;
    }
    const variable = name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_");
    const scheme = /^(Bearer|Basic|Token)\s+/i.exec(value)?.[0] ?? "";
    secrets.add(value.slice(scheme.length));
    environment.add(variable);
    headers[name] = `${scheme}$${variable}`;
    const reason = `its value may be a secret and is never copied; set ${variable} in the environment or in .env`;
    notes.add({ outcome: "note", what: `header ${name} of provider ${id}`, reason }, config.inside("headers").place);
  }
  return Object.keys(headers).length === 0 ? undefined : headers;
}
