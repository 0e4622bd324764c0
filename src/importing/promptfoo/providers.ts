import { isRecord, isSecretName } from "../../text/index.ts";
import { openForeignFile } from "../reading/foreign-file.ts";
import type { ImportContext } from "../reading/import-context.ts";
import { followReference, itemsOf, type Located, locatedInFile } from "../reading/located.ts";
import type { ForeignModel } from "../workspace/foreign-evaluation.ts";
import { slugify } from "../workspace/slugs.ts";
import { CHAT_KINDS, OTHER_KINDS, PROVIDER_ENDPOINTS, REFUSED_PROVIDERS } from "./provider-endpoints.ts";
import { gatewayOfProvider } from "./provider-gateway.ts";
import { settingsOf } from "./provider-settings.ts";

/** A model, and settings of its provider that affect others. */
export interface ReadProvider {
  model: ForeignModel;
  /** As written, because tests refer to it. */
  id: string;
  label?: string;
  /** Labels of the prompts for this provider. */
  prompts?: string[];
  tools: Located;
}

type OneProvider = { ok: true; provider: ReadProvider } | { ok: false; reason: string };

/** The providers of a configuration as models. Those that are not chat models are noted and skipped. */
export function readProviders(context: ImportContext, modelId: (wanted: string) => string): ReadProvider[] {
  const { root } = context;
  const written = root.inside("providers").value === undefined ? root.inside("targets") : root.inside("providers");
  const found: ReadProvider[] = [];
  for (const item of unfolded(written, context, [])) {
    const { id } = partsOf(item);
    const read = readProvider(item, context, modelId);
    if (read.ok) {
      found.push(read.provider);
      const became = `model ${read.provider.model.requested_model}`;
      context.notes.add({ outcome: "translated", what: `provider ${id}`, became }, item.place);
    } else context.notes.add({ outcome: "not_translated", what: `provider ${id}`, reason: read.reason }, item.place);
  }
  return found;
}

/** Flattens lists, mappings of ids, and files of providers, nested in any way. */
function unfolded(written: Located, context: ImportContext, way: readonly string[]): Located[] {
  return itemsOf(written).flatMap((item): Located[] => {
    const refuse = (what: string, reason: string): Located[] => {
      context.notes.add({ outcome: "not_translated", what: `provider ${what}`, reason }, item.place);
      return [];
    };
    const followed = followReference(item, context.root);
    if (!followed.ok) return refuse("", followed.reason);
    const { value } = followed.placed;
    if (isRecord(value) && typeof value.id !== "string") {
      // `- openai:gpt-5: { config: … }`
      const names = Object.keys(value).filter((key) => isRecord(value[key]) || value[key] === null);
      return names.map((name) => named(followed.placed.inside(name), name));
    }
    const id = isRecord(value) ? value.id : value;
    if (typeof id !== "string" || !/^file:\/\/.*\.(?:ya?ml|json)$/.test(id)) return [followed.placed];
    const loaded = context.files.findAll(id);
    if (!loaded.ok) return refuse(id, loaded.reason);
    return loaded.paths.flatMap((path) => {
      if (way.includes(path)) return refuse(id, "the file refers back to itself");
      const opened = openForeignFile(path, context.files.root);
      if (!opened.ok) return refuse(id, `the file ${opened.diagnostics[0]?.message ?? "cannot be read"}`);
      return unfolded(locatedInFile(opened.file), context, [...way, path]);
    });
  });
}

function named(placed: Located, id: string): Located {
  const fields = isRecord(placed.value) ? placed.value : {};
  return { ...placed, value: { ...fields, id: typeof fields.id === "string" ? fields.id : id } };
}

function partsOf(item: Located): { id: string; fields: Record<string, unknown> } {
  const fields = isRecord(item.value) ? item.value : {};
  const id = isRecord(item.value) ? fields.id : item.value;
  return { id: typeof id === "string" ? id.trim() : "", fields };
}

/** Reads one provider: a text such as `openai:gpt-5`, or a mapping with `id` and `config`. */
export function readProvider(item: Located, context: ImportContext, modelId: (wanted: string) => string): OneProvider {
  const { id, fields } = partsOf(item);
  if (id === "") return { ok: false, reason: "it has no id" };
  const config = item.inside("config");
  const named = nameOf(id, config);
  if ("reason" in named) return { ok: false, reason: named.reason };
  const gateway = gatewayOfProvider(id, named.endpoint, named.config ?? config, context);
  if (!gateway.ok) return gateway;
  noteFields(id, fields, item, context);
  const label = typeof fields.label === "string" && fields.label.trim() !== "" ? fields.label : undefined;
  return {
    ok: true,
    provider: {
      id,
      ...(label !== undefined && { label }),
      ...(Array.isArray(fields.prompts) && { prompts: fields.prompts.filter((name) => typeof name === "string") }),
      tools: item.inside("config").inside("tools"),
      model: {
        model_id: modelId(slugify(label ?? named.model, "model")),
        ...(label !== undefined && { label }),
        requested_model: named.model,
        ...(gateway.gateway && { gateway: gateway.gateway }),
        settings: named.isHttp ? {} : settingsOf(id, config, context),
      },
    },
  };
}

type Named =
  | { model: string; endpoint: { base_url?: string; api_key_env?: string }; config?: Located; isHttp?: true }
  | { reason: string };

function nameOf(id: string, config: Located): Named {
  if (/^https?:\/\//.test(id) || id === "http" || id === "https") return httpModel(id, config);
  if (/^file:\/\//.test(id) || /^(?:python|ruby|golang|exec):/.test(id))
    return {
      reason:
        "it is a program of its own, and nothing is run here; a subject can be a function of your program (docs/library.md)",
    };
  const [name = "", ...rest] = id.split(":");
  const refusal = REFUSED_PROVIDERS[name];
  if (refusal !== undefined) return { reason: refusal };
  const [word = ""] = rest;
  if (Object.hasOwn(OTHER_KINDS, word)) return { reason: OTHER_KINDS[word]! };
  const model = (rest.length > 1 && CHAT_KINDS.includes(word) ? rest.slice(1) : rest).join(":");
  if (name === "azure" || name === "azureopenai") return azureModel(model, config);
  const endpoint = PROVIDER_ENDPOINTS[name];
  if (endpoint === undefined)
    return {
      reason: `no endpoint of ${JSON.stringify(name)} that speaks chat completions is known here; name a gateway in the suite by hand`,
    };
  return model === "" ? { reason: "it names no model" } : { model, endpoint };
}

function azureModel(model: string, config: Located): Named {
  const host = config.inside("apiHost").value;
  if (typeof host !== "string" || !/^[\w.-]+$/.test(host))
    return { reason: "its config.apiHost, which is needed for its address, is not there" };
  const fields = isRecord(config.value) ? config.value : {};
  const { apiHost: _, ...others } = fields;
  return {
    model,
    endpoint: { base_url: `https://${host}/openai/v1`, api_key_env: "AZURE_API_KEY" },
    config: { ...config, value: others },
  };
}

/** Recognises a chat-completions URL: it ends in /chat/completions and its body names a model. */
function httpModel(id: string, config: Located): Named {
  const url = /^https?:\/\//.test(id) ? id : config.inside("url").value;
  const body = config.inside("body").value;
  const model = isRecord(body) ? body.model : undefined;
  if (typeof url !== "string" || !/\/chat\/completions$/.test(url) || typeof model !== "string" || /[{}]/.test(model))
    return { reason: REFUSED_PROVIDERS.http! };
  const headers = config.inside("headers").value;
  return {
    model,
    endpoint: {},
    isHttp: true,
    config: {
      ...config,
      value: { apiBaseUrl: url.replace(/\/chat\/completions$/, ""), ...(isRecord(headers) && { headers }) },
    },
  };
}

const KNOWN_FIELDS = ["id", "label", "config", "prompts"];
const LOST_FIELDS: Record<string, string> = {
  transform: "it is code that changes the answer; write it as a hook, or ask for the answer you need",
  delay: "Assay adapts the number of requests to what the server admits",
  env: "keys and addresses come from the environment or from .env, by their own names",
  inputs: "it describes inputs for red teaming",
};

function noteFields(
  id: string,
  fields: Record<string, unknown>,
  item: Located,
  { notes, secrets, environment }: ImportContext,
): void {
  for (const [name, value] of Object.entries(isRecord(fields.env) ? fields.env : {})) {
    environment.add(name);
    if (typeof value === "string" && isSecretName(name)) secrets.add(value);
  }
  for (const field of Object.keys(fields).filter((key) => !KNOWN_FIELDS.includes(key)))
    notes.add(
      {
        outcome: "not_translated",
        what: `${field} of provider ${id}`,
        reason: LOST_FIELDS[field] ?? "promptfoo documents no such field",
      },
      item.inside(field).place,
    );
}
