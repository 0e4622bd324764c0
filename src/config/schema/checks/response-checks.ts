import { z } from "zod";
import { JSON_POINTER } from "../../../text/index.ts";
import { bag, filePath, nonEmpty } from "../fields/common.ts";
import { complain } from "../fields/request-options.ts";
import { excludes, jsonSchemaField, needsOneOf, patternField, range, soughtText } from "./check-fields.ts";

const soughtTexts = z.array(soughtText).min(1);
const caseSensitive = z.boolean().describe("Whether `Paris` and `paris` are different");

export const responseContainsCheck = z
  .strictObject({
    kind: z.literal("response_contains"),
    text: soughtText.optional().describe("Text that must be in the answer"),
    all: soughtTexts.optional().describe("Texts that must all be in the answer"),
    any: soughtTexts.optional().describe("Texts of which at least one must be in the answer"),
    none: soughtTexts.optional().describe("Texts of which none may be in the answer"),
    case_sensitive: caseSensitive.default(false),
  })
  .superRefine((check, context) => needsOneOf(check, ["text", "all", "any", "none"], context))
  .describe("The answer contains what it should, and nothing of what it should not");

export const responseMatchesCheck = z
  .strictObject({
    kind: z.literal("response_matches"),
    pattern: patternField.describe("Regular expression that must match somewhere in the answer"),
    flags: z
      .string()
      .regex(
        /^(?!.*(.).*\1)[ims]+$/,
        "letters of `i` (ignores case), `m` (`^` and `$` at every line) and `s` (`.` also matches line ends), each once",
      )
      .optional()
      .describe("`i`: ignores case; `m`: `^` and `$` match at every line; `s`: `.` also matches line ends"),
  })
  .describe("The pattern matches somewhere in the answer");

export const responseEqualsCheck = z
  .strictObject({
    kind: z.literal("response_equals"),
    text: nonEmpty.optional().describe("The whole answer"),
    case_sensitive: caseSensitive
      .describe("Whether `Paris` and `paris` are different; `false` when left out")
      .optional(),
    trim: z
      .boolean()
      .optional()
      .describe("Whether blanks and empty lines at the ends of the answer are ignored; `true` when left out"),
    number: z.number().optional().describe("The number that the answer is"),
    tolerance: z.number().min(0).optional().describe("How far the number may be off; `0` when left out"),
  })
  .superRefine((check, context) => {
    needsOneOf(check, ["text", "number"], context);
    excludes(check, "number", ["text", "case_sensitive", "trim"], context);
    if (check.tolerance !== undefined && check.number === undefined)
      complain("tolerance", "has no effect without `number`", context);
  })
  .describe("The answer is this text, or this number");

const valuesByPointer = bag
  .superRefine((values, context) => {
    const pointers = Object.keys(values);
    if (pointers.length === 0) context.addIssue({ code: "custom", message: "names no value; leave it out or add one" });
    for (const pointer of pointers.filter((written) => !JSON_POINTER.test(written))) {
      const suggestion = `Did you mean ${JSON.stringify(`/${pointer.replaceAll(/[.[\]]+/g, "/").replace(/\/$/, "")}`)}?`;
      context.addIssue({
        code: "custom",
        path: [pointer],
        message: "expected a JSON Pointer such as `/items/0/price`, or the empty text for the whole",
        params: { at: "key", suggestion: pointer.includes("~") ? undefined : suggestion },
      });
    }
  })
  .meta({ type_name: "mapping" });

export const responseJsonCheck = z
  .strictObject({
    kind: z.literal("response_json"),
    fenced: z
      .boolean()
      .default(false)
      .describe("Whether the JSON may also be in the answer's only fenced code block, with words around it"),
    schema: jsonSchemaField.optional().describe("JSON Schema that it must satisfy"),
    schema_path: filePath.optional().describe("The same in a file of JSON or YAML, relative to test.yaml"),
    values: valuesByPointer.optional().describe("Values by JSON Pointer: `/items/0/price: 4`"),
  })
  .superRefine((check, context) => excludes(check, "schema", ["schema_path"], context))
  .describe("The answer is JSON, as the schema says, with these values");

export const responseLengthCheck = z
  .strictObject({
    kind: z.literal("response_length"),
    characters: range("characters").optional().describe("Length in characters"),
    words: range("words").optional().describe("Length in words"),
    lines: range("lines").optional().describe("Length in lines that are not blank"),
  })
  .superRefine((check, context) => needsOneOf(check, ["characters", "words", "lines"], context))
  .describe("The answer is neither too short nor too long");
