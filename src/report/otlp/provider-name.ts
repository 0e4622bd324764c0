/** The conventions' names of providers, by part of the endpoint's host. Others use their own name or their host. */
const KNOWN: Record<string, string> = {
  "api.openai.com": "openai",
  "api.anthropic.com": "anthropic",
  "openai.azure.com": "azure.ai.openai",
  "inference.ai.azure.com": "azure.ai.inference",
  "generativelanguage.googleapis.com": "gcp.gemini",
  "aiplatform.googleapis.com": "gcp.vertex_ai",
  "api.mistral.ai": "mistral_ai",
  "api.groq.com": "groq",
  "api.deepseek.com": "deepseek",
  "api.x.ai": "x_ai",
  "api.perplexity.ai": "perplexity",
  "api.cohere.com": "cohere",
};

/** @param reported provider named by the endpoint, which for routers is better than its address */
export function providerName(reported: string | null, endpoint: string): string {
  if (endpoint === "offline") return "assay.offline";
  const host = URL.canParse(endpoint) ? new URL(endpoint).host : endpoint;
  const known = Object.entries(KNOWN).find(([part]) => host === part || host.endsWith(`.${part}`));
  return known?.[1] ?? reported?.toLowerCase() ?? host;
}
