import { z } from "zod";
import { DIMENSIONS } from "../../../records/index.ts";

export const SLUG_RULE =
  "a slug: letters a to z, digits, `_`, `-` and `.`, at most 128, starting with a letter or digit";

/** Id that is safe as a folder name in outputs/. */
export const slug = z
  .string()
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,126}[A-Za-z0-9_-])?$/, SLUG_RULE)
  .meta({ type_name: "slug" });

export const nonEmpty = z.string().min(1);

/** Arbitrary JSON, passed to a provider or kept as annotation. */
export const bag = z.record(z.string(), z.json());

export const schemaVersion = z.literal(1).describe("Must be 1");

/** Path relative to the file that contains it. */
export const filePath = nonEmpty
  .refine((path) => !path.includes("\0"), "must not contain a NUL character")
  .meta({ type_name: "path" });

/** Path inside a trial's workspace. */
export const insidePath = filePath
  .refine((path) => !/^(?:[/\\~]|[A-Za-z]:)/.test(path), "must be relative to the workspace")
  .refine((path) => !path.split(/[/\\]/).includes(".."), "must stay inside the workspace; `..` is not allowed");

export const dimension = z.enum(DIMENSIONS);

/** Endpoint for chat completions other than OpenRouter. */
export const gatewayConfig = z.strictObject({
  base_url: z
    .url({ protocol: /^https?$/, error: "an http or https URL such as `http://localhost:11434/v1`" })
    .describe("Base URL of an OpenAI-compatible API, e.g. `http://localhost:11434/v1`"),
  api_key_env: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "the name of an environment variable, not the key itself")
    .optional()
    .describe("Environment variable that holds the key; without it no key is sent"),
  headers: z
    .record(z.string(), z.string())
    .optional()
    .describe("Extra request headers; `$NAME` is read from the environment"),
});
export type GatewayConfig = z.infer<typeof gatewayConfig>;
