import { z } from "zod";
import { jsonSchemaField, patternField } from "../checks/check-fields.ts";
import { bag } from "../fields/common.ts";

const answer = z.json().describe("What the model gets: text as it is, anything else as JSON");
const error = z.literal(true).optional().describe("The answer is an error: the tool call counts as failed");

export const toolAnswer = z
  .strictObject({
    arguments: bag
      .optional()
      .describe(
        "Matches a call whose arguments have these values; mappings may have more keys, everything else must be equal",
      ),
    pattern: z
      .record(z.string(), patternField)
      .optional()
      .describe(
        "Matches a call whose arguments, by name, match these regular expressions (RE2; numbers as they are written)",
      ),
    schema: jsonSchemaField.optional().describe("Matches a call whose arguments fit this JSON Schema"),
    answer,
    error,
  })
  .refine(({ arguments: values, pattern, schema }) => (values ?? pattern ?? schema) !== undefined, {
    message: "needs `arguments`, `pattern` or `schema`; `default` answers every other call",
  });

export const toolDefault = z.strictObject({ answer, error });

export type ToolAnswer = z.infer<typeof toolAnswer>;
export type ToolDefault = z.infer<typeof toolDefault>;
