import { z } from "zod";
import { nonEmpty } from "../fields/common.ts";
import { complain } from "../fields/request-options.ts";
import { toolName } from "./tool-name.ts";

const fromEnvironment = z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_-]*$/, "a name without spaces"), z.string());

/** Tool server: a program in the sandbox, or an address. */
export const mcpServer = z
  .strictObject({
    command: z
      .array(nonEmpty)
      .min(1, "needs at least the program")
      .optional()
      .describe(
        "Program and arguments of a server that speaks over stdio; it runs in the sandbox, one process per trial. An argument that names one of `files`, or something below it, becomes the path where the server finds it",
      ),
    env: fromEnvironment
      .optional()
      .describe("Environment of the program; `$NAME` is read from yours, and its value is redacted everywhere"),
    url: z
      .url({ protocol: /^https?$/, error: "an http or https URL such as `http://localhost:3001/mcp`" })
      .refine((url) => !URL.canParse(url) || new URL(url).username === "", "must not contain a password; use `headers`")
      .optional()
      .describe("Address of a server that speaks Streamable HTTP; Assay itself calls it, outside the sandbox"),
    headers: fromEnvironment
      .optional()
      .describe("Headers for the `url`; `$NAME` is read from the environment, and its value is redacted everywhere"),
    tools: z
      .array(nonEmpty)
      .min(1, "must not be empty; leave the field out to offer all tools")
      .optional()
      .describe("Only these of the server's tools; all when left out"),
    prefix: toolName
      .optional()
      .describe("Prefix for the names of the server's tools, when they clash with others: `fs_` makes `fs_read_file`"),
    timeout_seconds: z.number().positive().max(600).default(60).describe("How long the server may take for one answer"),
  })
  .superRefine(({ command, env, url, headers }, context) => {
    if ((command === undefined) === (url === undefined))
      context.addIssue({ code: "custom", path: [], message: "needs either `command` or `url`", params: { at: "key" } });
    if (env !== undefined && command === undefined)
      complain("env", "is for a `command`; a `url` takes `headers`", context);
    if (headers !== undefined && url === undefined)
      complain("headers", "is for a `url`; a `command` takes `env`", context);
  });

export type McpServer = z.infer<typeof mcpServer>;
