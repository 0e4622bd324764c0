import { z } from "zod";
import { nonEmpty } from "../fields/common.ts";

/** Names and numbers from the outside in: `item.text`, `0.result`. */
const fieldPath = z
  .string()
  .regex(/^[^.\s]+(?:\.[^.\s]+)*$/, "names of fields with dots between them, such as `item.text`")
  .meta({ type_name: "field path" });

const where = z
  .record(fieldPath, z.union([z.string(), z.number(), z.boolean()]))
  .optional()
  .describe("Only in a document whose fields have these values, such as `{ type: item.completed }`");

export const outputReading = z.strictObject({
  path: fieldPath.describe("Field whose value is meant, such as `item.text`; numbers count items of a list from 0"),
  where,
});

const addedUp = z.union([fieldPath, z.array(fieldPath).min(1)]);

export const outputUsage = z.strictObject({
  input: addedUp.describe(
    "Tokens that went in, cached ones included: a field, or several to add up; `*` stands for every field or item",
  ),
  output: addedUp.describe("Tokens that came out, given the same way"),
  where,
  of: z
    .enum(["turn", "session"])
    .default("turn")
    .describe("Whether it counts each turn separately, or keeps adding to the turn before"),
});

export const outputToolCalls = z
  .strictObject({
    name: fieldPath.optional().describe("Field with the name of the tool, as its model knows it"),
    tools: z
      .array(nonEmpty)
      .min(1)
      .optional()
      .describe("If the agent prints no such name: names under which its model may know the reported tool"),
    where,
  })
  .refine(({ name, tools }) => (name === undefined) !== (tools === undefined), {
    message: "needs `name`, or `tools` where the agent prints no name; not both",
  });

const reading = z.union([outputReading, fieldPath]);

export const agentOutput = z
  .strictObject({
    format: z
      .enum(["text", "json", "jsonl"])
      .describe(
        "`text`: all of it is the answer; `json`: one document; `jsonl`: one document per line, the last match counts",
      ),
    answer: reading.optional().describe("Where the answer is; for `json` and `jsonl`"),
    error: reading.optional().describe("Where a failure is reported; text there means that the turn failed"),
    session: reading.optional().describe("Where the agent says which session it is, for `{session}` in `resume`"),
    usage: outputUsage.optional().describe("Where it counts its tokens; compared with what went over the wire"),
    tool_calls: outputToolCalls
      .optional()
      .describe("Which documents report a tool call, one each; compared with what went over the wire"),
  })
  .superRefine(({ format, ...readings }, context) => {
    if (format !== "text" && readings.answer === undefined)
      context.addIssue({
        code: "custom",
        path: ["answer"],
        message: `is missing: where in the ${format} is the answer?`,
      });
    if (format === "text")
      for (const name of ["answer", "error", "session", "usage", "tool_calls"] as const)
        if (readings[name] !== undefined)
          context.addIssue({
            code: "custom",
            path: [name],
            message: "is for `json` and `jsonl`; text is always read as a whole",
            params: { at: "key" },
          });
  });

export type OutputReading = z.infer<typeof outputReading>;
export type AgentOutput = z.infer<typeof agentOutput>;
export type OutputUsage = z.infer<typeof outputUsage>;
export type OutputToolCalls = z.infer<typeof outputToolCalls>;
