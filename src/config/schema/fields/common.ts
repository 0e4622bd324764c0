import { z } from "zod";
import { DIMENSIONS } from "../../../records/index.ts";

/** Ids become folder names under outputs/, so they hold nothing that a file system could misread. */
export const slug = z
  .string()
  .regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,126}[A-Za-z0-9_-])?$/,
    "a slug: letters a to z, digits, `_`, `-` and `.`, at most 128, starting with a letter or digit",
  )
  .meta({ type_name: "slug" });

export const nonEmpty = z.string().min(1);

/** Anything that JSON can hold, for bags that pass through to a provider or annotate a file. */
export const bag = z.record(z.string(), z.json());

export const schemaVersion = z.literal(1).describe("Must be 1");

/** A file named by a configuration file, relative to the folder of the file that names it. */
export const filePath = nonEmpty
  .refine((path) => !path.includes("\0"), "must not contain a NUL character")
  .meta({ type_name: "path" });

/** A place inside a workspace that a run leaves behind: never outside of it. */
export const insidePath = filePath
  .refine((path) => !/^(?:[/\\~]|[A-Za-z]:)/.test(path), "must be relative to the workspace")
  .refine((path) => !path.split(/[/\\]/).includes(".."), "must stay inside the workspace; `..` is not allowed");

export const dimension = z.enum(DIMENSIONS);

/** Where chat completions are sent when it is not OpenRouter. */
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
