import { refused, type TranslateAssertion } from "./assertion.ts";

const OTHER_OUTPUTS =
  "it compares the outputs of several subjects; `assay compare` and the report do, with the uncertainty of the difference";
const NO_SPANS = "it looks at spans of OpenTelemetry, and Assay records tool calls and answers instead";
const NO_LOG_PROBABILITIES = "it needs the log probabilities of the tokens, which are not kept";

/** Assertions without an equivalent in Assay, with reasons. */
const REASONS: Record<string, string> = {
  classifier: "it needs a classifier of Hugging Face; a python_hook can call one",
  "context-recall": "it judges what was retrieved, not the answer",
  "context-relevance": "it judges what was retrieved, not the answer",
  "finish-reason": "why a model stopped is in the record of its run, but no check looks at it",
  guardrails: "it reads what a provider reports about its own guardrails, which is not recorded",
  human: "a person gives it in promptfoo's viewer",
  "max-score": OTHER_OUTPUTS,
  perplexity: NO_LOG_PROBABILITIES,
  "perplexity-score": NO_LOG_PROBABILITIES,
  ruby: "hooks are Python, JavaScript or TypeScript",
  "select-best": OTHER_OUTPUTS,
  "skill-used": "it reads what a provider reports about skills, which is not recorded",
  "trace-error-spans": NO_SPANS,
  "trace-span-count": NO_SPANS,
  "trace-span-duration": NO_SPANS,
  "video-rubric": "Assay sends no video",
  webhook: "it sends every answer to a server of its own; a hook can, where the network is allowed",
};

export const REFUSED_ASSERTIONS: Record<string, TranslateAssertion> = Object.fromEntries(
  Object.entries(REASONS).map(([type, reason]) => [type, () => refused(reason)]),
);
