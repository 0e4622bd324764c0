import { z } from "zod";
import { jsonSchemaField } from "../checks/check-fields.ts";
import { filePath, nonEmpty, schemaVersion, slug } from "../fields/common.ts";
import { complain } from "../fields/request-options.ts";
import { mcpServer } from "./mcp-server.ts";
import { toolAnswer, toolDefault } from "./tool-answers.ts";
import { TOOL_NAME_PATTERN, TOOL_NAMES, toolName } from "./tool-name.ts";

const toolFields = {
  description: nonEmpty.optional().describe("What the model is told about the tool"),
  parameters: jsonSchemaField
    .optional()
    .describe("JSON Schema of the arguments (`type: object`); no arguments when left out"),
  answers: z.array(toolAnswer).optional().describe("Fixed answers; the first that matches the arguments is given"),
  default: toolDefault.optional().describe("The answer to calls that match none of `answers`; without it they fail"),
  script: filePath
    .optional()
    .describe(
      "A .js, .mjs, .cjs, .py or .sh file, run in the sandbox: arguments as JSON on stdin, the answer on stdout",
    ),
  mcp: mcpServer.optional().describe("A server that brings tools with names, descriptions and parameters of its own"),
  files: z
    .array(filePath)
    .default([])
    .describe("Files and folders that a script or a server may read, besides the script itself"),
  recordings: filePath
    .optional()
    .describe("JSONL file of calls and answers: replayed when it is there, written by `assay run --record-tools`"),
};

/** Tool defined in a case's list. */
export const inlineTool = z
  .strictObject({ name: toolName.optional().describe("What the model calls it"), ...toolFields })
  .superRefine((tool, context) => {
    refuseMixtures(tool, context);
    if (tool.mcp === undefined && tool.name === undefined) complain("name", "is missing; expected text", context);
  });

/** `configs/tools/<tool_id>.yaml` */
export const tool = z
  .strictObject({
    schema_version: schemaVersion,
    tool_id: slug.describe("Unique id; the name of its file, by which cases refer to it"),
    name: toolName.optional().describe("What the model calls it; the `tool_id` when left out"),
    ...toolFields,
  })
  .superRefine((given, context) => {
    refuseMixtures(given, context);
    if (given.mcp === undefined && given.name === undefined && !TOOL_NAME_PATTERN.test(given.tool_id))
      complain("name", "is missing: no model could call a tool by this `tool_id`", context);
    if ((TOOL_NAMES as readonly string[]).includes(given.tool_id))
      complain("tool_id", "is the name of a built-in tool, which a case would get instead", context);
  });

/** Tools that the model may call, for every place that lists tools. */
export const toolList = z.array(
  z.union([
    inlineTool,
    slug.meta({ type_name: `${TOOL_NAMES.map((name) => `\`${name}\``).join(", ")} or a file in configs/tools/` }),
  ]),
);

function refuseMixtures(given: Omit<InlineTool, "name"> & { name?: string }, context: z.RefinementCtx): void {
  const { answers, default: others, script, mcp, files, recordings, description, parameters, name } = given;
  const behaviours = { answers: answers ?? others, script, mcp };
  const named = Object.entries(behaviours).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  const at = { params: { at: "key" } };
  if (named.length !== 1)
    context.addIssue({
      code: "custom",
      path: named.length > 1 ? [named[1] === "answers" && answers === undefined ? "default" : named[1]!] : [],
      message: `needs exactly one of \`answers\`, \`script\` and \`mcp\`${named.length > 1 ? `; there are ${named.join(" and ")}` : ""}`,
      ...at,
    });
  if (mcp !== undefined) {
    for (const [field, value] of Object.entries({ name, description, parameters }))
      if (value !== undefined) complain(field, "comes from the MCP server itself; remove it", context);
    if (mcp.url !== undefined && files.length > 0) complain("files", "is for a `command`; a `url` reads none", context);
  } else {
    if (description === undefined && named.length === 1) complain("description", "is missing; expected text", context);
    if (parameters !== undefined && parameters.type !== "object")
      complain("parameters", "must say `type: object`, because arguments are named", context);
  }
  if (behaviours.answers !== undefined) {
    if (files.length > 0) complain("files", "is for a `script` or an `mcp` server; fixed answers read none", context);
    if (recordings !== undefined) complain("recordings", "has no use here: fixed answers are always the same", context);
  }
}

export type InlineTool = z.infer<typeof inlineTool>;
export type ToolList = z.infer<typeof toolList>;
