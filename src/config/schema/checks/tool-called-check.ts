import { z } from "zod";
import { bag, filePath, nonEmpty } from "../fields/common.ts";
import { complain } from "../fields/request-options.ts";
import { excludes, jsonSchemaField, patternField, range } from "./check-fields.ts";

export const toolCalledCheck = z
  .strictObject({
    kind: z.literal("tool_called"),
    name: nonEmpty.describe("Name of the tool"),
    times: z
      .union([z.number().int().min(0), range("calls")])
      .optional()
      .describe("How many such calls: a number, or `min` and `max`; at least one when left out"),
    arguments: bag
      .refine((values) => Object.keys(values).length > 0, "names no argument; leave it out or add one")
      .optional()
      .describe("Arguments by value; others may be there as well"),
    argument_patterns: z
      .record(nonEmpty, patternField)
      .refine((patterns) => Object.keys(patterns).length > 0, "names no argument; leave it out or add one")
      .optional()
      .describe("Arguments by pattern: by name, or by JSON Pointer (`/address/city`)"),
    arguments_schema: jsonSchemaField.optional().describe("JSON Schema that the arguments must satisfy"),
    arguments_schema_path: filePath.optional().describe("The same in a file of JSON or YAML, relative to test.yaml"),
    after: nonEmpty.optional().describe("Tool that must have been called before the first such call"),
    before: nonEmpty.optional().describe("Tool that must not have been called before the first such call"),
    never: z.boolean().optional().describe("`true`: there must be no such call"),
  })
  .superRefine((check, context) => {
    excludes(check, "arguments_schema", ["arguments_schema_path"], context);
    if (check.never) excludes(check, "never", ["times", "before", "after"], context);
    const most = typeof check.times === "number" ? check.times : check.times?.max;
    for (const order of ["before", "after"] as const) {
      if (check[order] === undefined) continue;
      if (check[order] === check.name) complain(order, "is the tool itself; name another one", context);
      if (most === 0) complain(order, "has no effect when there must be no such call", context);
    }
  })
  .describe("The tool was called this often, with these arguments, in this order");
