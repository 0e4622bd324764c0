export { ASSERTION_TABLE } from "./assertions/index.ts";
export { type ImportedEvaluation, readPromptfooConfig } from "./import-promptfoo-file.ts";
export { PROVIDER_ENDPOINTS, REFUSED_PROVIDERS } from "./provider-endpoints.ts";
