/** A provider's chat-completions endpoint, and the variable that holds its key. */
export interface ProviderEndpoint {
  /** Omitted for OpenRouter, Assay's default. */
  base_url?: string;
  api_key_env?: string;
}

/** Providers with a documented chat-completions endpoint (as of November 2026). */
export const PROVIDER_ENDPOINTS: Readonly<Record<string, ProviderEndpoint>> = {
  openai: { base_url: "https://api.openai.com/v1", api_key_env: "OPENAI_API_KEY" },
  openrouter: {},
  anthropic: { base_url: "https://api.anthropic.com/v1", api_key_env: "ANTHROPIC_API_KEY" },
  google: { base_url: "https://generativelanguage.googleapis.com/v1beta/openai", api_key_env: "GEMINI_API_KEY" },
  palm: { base_url: "https://generativelanguage.googleapis.com/v1beta/openai", api_key_env: "GEMINI_API_KEY" },
  mistral: { base_url: "https://api.mistral.ai/v1", api_key_env: "MISTRAL_API_KEY" },
  groq: { base_url: "https://api.groq.com/openai/v1", api_key_env: "GROQ_API_KEY" },
  deepseek: { base_url: "https://api.deepseek.com/v1", api_key_env: "DEEPSEEK_API_KEY" },
  xai: { base_url: "https://api.x.ai/v1", api_key_env: "XAI_API_KEY" },
  togetherai: { base_url: "https://api.together.xyz/v1", api_key_env: "TOGETHER_API_KEY" },
  fireworks: { base_url: "https://api.fireworks.ai/inference/v1", api_key_env: "FIREWORKS_API_KEY" },
  perplexity: { base_url: "https://api.perplexity.ai", api_key_env: "PERPLEXITY_API_KEY" },
  cerebras: { base_url: "https://api.cerebras.ai/v1", api_key_env: "CEREBRAS_API_KEY" },
  cohere: { base_url: "https://api.cohere.ai/compatibility/v1", api_key_env: "COHERE_API_KEY" },
  nvidia: { base_url: "https://integrate.api.nvidia.com/v1", api_key_env: "NVIDIA_API_KEY" },
  hyperbolic: { base_url: "https://api.hyperbolic.xyz/v1", api_key_env: "HYPERBOLIC_API_KEY" },
  moonshot: { base_url: "https://api.moonshot.ai/v1", api_key_env: "MOONSHOT_API_KEY" },
  github: { base_url: "https://models.github.ai/inference", api_key_env: "GITHUB_TOKEN" },
  huggingface: { base_url: "https://router.huggingface.co/v1", api_key_env: "HF_TOKEN" },
  ai21: { base_url: "https://api.ai21.com/studio/v1", api_key_env: "AI21_API_KEY" },
  alibaba: { base_url: "https://dashscope-intl.aliyuncs.com/compatible-mode/v1", api_key_env: "DASHSCOPE_API_KEY" },
  nscale: { base_url: "https://inference.api.nscale.com/v1", api_key_env: "NSCALE_SERVICE_TOKEN" },
  novita: { base_url: "https://api.novita.ai/v3/openai", api_key_env: "NOVITA_API_KEY" },
  vercel: { base_url: "https://ai-gateway.vercel.sh/v1", api_key_env: "AI_GATEWAY_API_KEY" },
  litellm: { base_url: "http://localhost:4000", api_key_env: "LITELLM_API_KEY" },
  ollama: { base_url: "http://localhost:11434/v1" },
  localai: { base_url: "http://localhost:8080/v1" },
  llama: { base_url: "http://localhost:8080/v1" },
  vllm: { base_url: "http://localhost:8000/v1" },
  docker: { base_url: "http://localhost:12434/engines/v1" },
};

/** Second parts of a provider id that mean a chat: `openai:chat:gpt-5`. */
export const CHAT_KINDS = ["chat", "messages", "responses", "completion", "text-generation"];

/** Second parts of a provider id that mean something else. */
export const OTHER_KINDS: Readonly<Record<string, string>> = {
  embedding: "it makes embeddings, not answers",
  embeddings: "it makes embeddings, not answers",
  image: "it makes images",
  video: "it makes videos",
  voice: "it speaks",
  realtime: "it is a live connection",
  live: "it is a live connection",
  moderation: "it classifies and gives no answers",
  transcription: "it transcribes speech",
  assistant: "an assistant of OpenAI keeps its state there",
  chatkit: "a workflow of OpenAI runs there",
  agents: "it is an agent of a library; see docs/agents.md",
  "codex-sdk": "it is an agent; `runner.type: agent` with `kind: codex` evaluates it",
  "codex-app-server": "it is an agent; `runner.type: agent` with `kind: codex` evaluates it",
  "claude-agent-sdk": "it is an agent; `runner.type: agent` with `kind: claude_code` evaluates it",
  "claude-code": "it is an agent; `runner.type: agent` with `kind: claude_code` evaluates it",
  "text-classification": "it classifies and gives no answers",
  "sentence-similarity": "it makes embeddings, not answers",
  "feature-extraction": "it makes embeddings, not answers",
};

/** Providers that are not an endpoint, or one of another kind, with alternatives. */
export const REFUSED_PROVIDERS: Readonly<Record<string, string>> = {
  a2a: "it is an agent behind a protocol of its own; a subject can be a function of your program (docs/library.md)",
  acp: "it is an agent behind a protocol of its own; `kind: command` can run it (docs/agents.md)",
  adaline: "its gateway has a protocol of its own; name a gateway that speaks chat completions",
  bedrock: "AWS signs its requests; put LiteLLM in between and name it as a gateway",
  "bedrock-agent": "it is an agent of AWS; a subject can be a function of your program (docs/library.md)",
  browser: "it drives a web browser",
  echo: "it repeats the prompt; the offline models are there for trying things out (docs/gateways.md)",
  fal: "it makes images",
  "google-live": "it is a live connection",
  http: "its requests and answers have a shape of their own; a subject can be a function of your program (docs/library.md)",
  https:
    "its requests and answers have a shape of their own; a subject can be a function of your program (docs/library.md)",
  mcp: "it is an MCP server by itself; cases offer such servers to models as tools (docs/tools.md)",
  n8n: "it is a workflow behind a web hook; a subject can be a function of your program (docs/library.md)",
  openclaw: "it is an agent; `runner.type: openclaw` evaluates it (docs/openclaw.md)",
  openinterpreter: "it is an agent; `kind: command` can run it (docs/agents.md)",
  promptfoo: "it is a part of promptfoo itself; a simulated user is `input.user` (docs/simulated-user.md)",
  replicate: "it has a protocol of its own; name a gateway that speaks chat completions",
  sagemaker: "AWS signs its requests; put LiteLLM in between and name it as a gateway",
  sequence: "it sends several prompts one after the other",
  slack: "people answer it",
  transformers: "it runs in promptfoo's own process; serve the model and name it as a gateway",
  vertex: "Google signs its requests; put LiteLLM in between and name it as a gateway",
  voyage: "it makes embeddings, not answers",
  watsonx: "it has a protocol of its own; put LiteLLM in between and name it as a gateway",
  webhook:
    "its requests and answers have a shape of their own; a subject can be a function of your program (docs/library.md)",
  ws: "it is a live connection",
  wss: "it is a live connection",
};
