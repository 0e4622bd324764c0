import { z } from "zod";

/** Ids become folder names under outputs/, so they hold nothing that a file system could misread. */
export const slug = z
  .string()
  .regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,126}[A-Za-z0-9_-])?$/,
    "a slug: letters, digits, `_`, `-` and `.`, starting with a letter or digit",
  )
  .describe("letters, digits, `_`, `-`, `.`; starts with a letter or digit");

export const nonEmpty = z.string().min(1, "must not be empty");

/** Anything that JSON can hold, for bags that pass through to a provider or annotate a file. */
export const bag = z.record(z.string(), z.json());

export const schemaVersion = z.literal(1).describe("Must be 1");

/** The six dimensions a campaign judge scores, in the order they are shown. */
export const DIMENSIONS = ["task", "process", "autonomy", "closeness", "efficiency", "spark"] as const;
export const dimension = z.enum(DIMENSIONS);
export type Dimension = (typeof DIMENSIONS)[number];

export const RUN_STATUSES = ["success", "failed", "timed_out", "invalid", "provider_error"] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Where chat completions are sent when it is not OpenRouter. */
export const gatewayConfig = z.strictObject({
  base_url: z
    .url({ protocol: /^https?$/ })
    .describe("Base URL of an OpenAI-compatible API, e.g. `http://localhost:11434/v1`"),
  api_key_env: nonEmpty.optional().describe("Environment variable that holds the key; without it no key is sent"),
  headers: z
    .record(z.string(), z.string())
    .optional()
    .describe("Extra request headers; `$NAME` is read from the environment"),
});
export type GatewayConfig = z.infer<typeof gatewayConfig>;
