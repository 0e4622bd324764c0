import { failure, success, type Tool } from "./tool.ts";

const TIMEOUT_MS = 20_000;

export const webSearch: Tool = {
  description: "Searches the web and returns titles, addresses and short extracts.",
  parameters: {
    type: "object",
    properties: {
      query: { type: "string", description: "What to search for" },
      count: { type: "integer", description: "How many results; 5 when left out", minimum: 1, maximum: 20 },
    },
    required: ["query"],
    additionalProperties: false,
  },
  async execute({ query, count }, { env, signal }) {
    const service = searchServiceFrom(env);
    if (service === null)
      return failure(
        "web_search is not configured: set SEARXNG_BASE_URL to a SearXNG instance with its JSON format enabled, or BRAVE_SEARCH_API_KEY to a key of the Brave Search API",
      );
    return search(service, query as string, (count as number | undefined) ?? 5, signal);
  },
};

interface SearchService {
  name: string;
  address(query: string, count: number): URL;
  headers: Record<string, string>;
  results(answer: unknown): unknown;
}
interface Hit {
  title: string;
  url: string;
  extract: string;
}

function searchServiceFrom(env: Record<string, string | undefined>): SearchService | null {
  if (env.SEARXNG_BASE_URL) {
    const base = env.SEARXNG_BASE_URL.replace(/\/*$/, "/");
    return {
      name: "SearXNG",
      address: (query) => new URL(`search?${new URLSearchParams({ q: query, format: "json" })}`, base),
      headers: {},
      results: (answer) => field(answer, "results"),
    };
  }
  const key = env.BRAVE_SEARCH_API_KEY;
  if (!key) return null;
  const base = (env.BRAVE_SEARCH_BASE_URL ?? "https://api.search.brave.com").replace(/\/*$/, "/");
  return {
    name: "Brave Search",
    address: (query, count) =>
      new URL(`res/v1/web/search?${new URLSearchParams({ q: query, count: String(count) })}`, base),
    headers: { "X-Subscription-Token": key },
    results: (answer) => field(field(answer, "web"), "results"),
  };
}

async function search(service: SearchService, query: string, count: number, signal?: AbortSignal) {
  const limits = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]);
  let answer: unknown;
  try {
    const response = await fetch(service.address(query, count), {
      headers: { Accept: "application/json", ...service.headers },
      signal: limits,
    });
    if (!response.ok) return failure(`${service.name} answered with HTTP ${response.status}`);
    answer = await response.json();
  } catch (error) {
    if (signal?.aborted) return failure("interrupted");
    const { name, message, cause } = error as Error;
    if (name === "TimeoutError") return failure(`${service.name} did not answer within ${TIMEOUT_MS / 1000} seconds`);
    return failure(`${service.name} could not be asked: ${cause instanceof Error ? cause.message : message}`);
  }
  const hits = hitsIn(service.results(answer)).slice(0, count);
  if (hits.length === 0) return success("no results");
  return success(
    hits.map(({ title, url, extract }, index) => `${index + 1}. ${title}\n   ${url}\n   ${extract}`).join("\n"),
  );
}

/** SearXNG calls the extract `content`, Brave `description`. */
function hitsIn(results: unknown): Hit[] {
  if (!Array.isArray(results)) return [];
  return results
    .map((result) => ({
      title: textOf(field(result, "title")),
      url: textOf(field(result, "url")),
      extract: textOf(field(result, "content") ?? field(result, "description")),
    }))
    .filter(({ url }) => url !== "");
}

function textOf(value: unknown): string {
  return typeof value === "string"
    ? value
        .replace(/<[^>]*>/g, "")
        .replace(/\s+/g, " ")
        .trim()
        .slice(0, 1000)
    : "";
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
