import { z } from "zod";
import { RUN_STATUSES } from "../../../records/index.ts";
import { bag, dimension, filePath, insidePath, nonEmpty, slug } from "../fields/common.ts";
import { complain } from "../fields/request-options.ts";
import { commandCheck } from "./command-check.ts";
import { costAtMostCheck, latencyAtMostCheck, tokensAtMostCheck, turnsAtMostCheck } from "./limit-checks.ts";
import {
  responseContainsCheck,
  responseEqualsCheck,
  responseJsonCheck,
  responseLengthCheck,
  responseMatchesCheck,
} from "./response-checks.ts";
import { toolCalledCheck } from "./tool-called-check.ts";

const fixturePath = filePath.describe("A file the trial left, else a file beside test.yaml");

export const declarativeCheck = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("final_response_present") }).describe("The trial ended with a non-empty answer"),
  z
    .strictObject({
      kind: z.literal("tool_call_count"),
      count: z.number().int().min(0).describe("Exact number of tool calls"),
    })
    .describe("Exactly this many tool calls were made"),
  z
    .strictObject({
      kind: z.literal("file_exists"),
      path: fixturePath,
      changed: z
        .boolean()
        .optional()
        .describe(
          "`true`: only a file that the subject made or changed; `false`: only one that it found and left alone",
        ),
    })
    .describe("The file exists"),
  z
    .strictObject({
      kind: z.literal("file_contains"),
      path: fixturePath,
      text: nonEmpty.describe("Text to find, exactly as written"),
    })
    .describe("The file exists and contains the text"),
  z.strictObject({ kind: z.literal("path_exists"), path: fixturePath }).describe("The file or folder exists"),
  z
    .strictObject({ kind: z.literal("status_is"), status: z.enum(RUN_STATUSES).describe("Terminal status of the run") })
    .describe("The run ended with this status"),
  z
    .strictObject({
      kind: z.literal("output_artifact_present"),
      artifact_type: nonEmpty
        .optional()
        .describe("Only artifacts of this type, e.g. `workspace_file`; any when left out"),
    })
    .describe("The run recorded an output artifact"),
  z
    .strictObject({
      kind: z.literal("openclaw_workspace_file_present"),
      relative_path: insidePath.describe("Path inside the agent's workspace"),
      contains: nonEmpty.optional().describe("Text to find, exactly as written"),
      contains_all: z
        .array(nonEmpty)
        .min(1)
        .optional()
        .describe("Texts that must all be found, ignoring case and accents"),
      contains_any: z
        .array(nonEmpty)
        .min(1)
        .optional()
        .describe("Texts of which one must be found, ignoring case and accents"),
    })
    .superRefine(({ contains, contains_all, contains_any }, context) => {
      if (contains === undefined || (contains_all ?? contains_any) === undefined) return;
      complain("contains", "cannot be mixed with `contains_all` or `contains_any`; use one style", context);
    })
    .describe("OpenClaw only: the agent created or changed this file"),
  responseContainsCheck,
  responseMatchesCheck,
  responseEqualsCheck,
  responseJsonCheck,
  responseLengthCheck,
  toolCalledCheck,
  latencyAtMostCheck,
  costAtMostCheck,
  tokensAtMostCheck,
  turnsAtMostCheck,
  commandCheck,
]);

const hookFields = {
  path: filePath.optional().describe("Hook file, relative to test.yaml; excludes `import_path`"),
  callable_name: z
    .string()
    .regex(/^[\p{L}_$][\p{L}\p{N}_$]*$/u, "the name of a function")
    .describe("Function to call"),
  arguments: bag.optional().describe("Anything the hook should know; passed to it as `check.arguments`"),
};

function eitherPathOrImport(hook: { path?: string; import_path?: string }, context: z.RefinementCtx): void {
  if (hook.path !== undefined && hook.import_path !== undefined)
    complain("import_path", "excludes `path`; keep one of them", context);
  else if (hook.path === undefined && hook.import_path === undefined)
    context.addIssue({ code: "custom", message: "needs `path` or `import_path`" });
}

export const pythonHook = z
  .strictObject({
    ...hookFields,
    import_path: z
      .string()
      .regex(/^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*$/u, "a dotted module such as `my_package.checks`")
      .optional()
      .describe("Importable Python module; excludes `path`"),
  })
  .superRefine(eitherPathOrImport);

export const moduleHook = z
  .strictObject({
    ...hookFields,
    import_path: nonEmpty.optional().describe("Name of an npm package or module; excludes `path`"),
  })
  .superRefine(eitherPathOrImport);

export const deterministicCheck = z
  .strictObject({
    check_id: slug.describe("Unique within the case"),
    dimensions: z
      .array(dimension)
      .default([])
      .describe("Dimensions this check is about; shown to the judge beside the result"),
    required: z
      .boolean()
      .default(false)
      .describe(
        "A trial does not pass unless this check does, whatever the judges say; the command then ends with exit code 1",
      ),
    not: z
      .boolean()
      .optional()
      .describe("Inverts the check: it passes when it would fail. A check that cannot be decided stays an error"),
    declarative: declarativeCheck.optional().describe("Built-in check"),
    python_hook: pythonHook.optional().describe("Your own check as a Python function"),
    module_hook: moduleHook.optional().describe("Your own check as a JavaScript or TypeScript function"),
  })
  .superRefine(({ declarative, python_hook, module_hook }, context) => {
    const given = Object.entries({ declarative, python_hook, module_hook }).filter(([, check]) => check !== undefined);
    if (given.length === 0)
      context.addIssue({
        code: "custom",
        message: "checks nothing; add `declarative`, `python_hook` or `module_hook`",
      });
    for (const [key] of given.slice(1)) complain(key, `excludes \`${given[0]![0]}\`; one check per entry`, context);
  });

export type DeterministicCheck = z.infer<typeof deterministicCheck>;
export type DeclarativeCheck = z.infer<typeof declarativeCheck>;
export type Hook = z.infer<typeof pythonHook>;
