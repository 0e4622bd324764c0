import { z } from "zod";
import { filePath, nonEmpty } from "../fields/common.ts";
import { patternField } from "./check-fields.ts";

/** Linux allows 128 KiB per argument. */
const LONGEST_WORD = 120_000;

const word = z
  .string()
  .max(LONGEST_WORD)
  .refine((text) => !text.includes("\0"), "must not contain a NUL character");

const words = z
  .array(word)
  .min(1)
  .superRefine(([program], context) => {
    if (program === "")
      context.addIssue({ code: "custom", path: [0], message: "must not be empty; it is the program" });
  });

/** Program with arguments, or one text for a shell. */
export const commandWords = z.union([word.min(1), words]);

export const commandOutput = z
  .strictObject({
    contains: nonEmpty.optional().describe("Text to find, exactly as written"),
    matches: patternField.optional().describe("Regular expression in RE2's syntax that must find something"),
  })
  .superRefine(({ contains, matches }, context) => {
    // Report a misspelt field only once.
    if (contains === undefined && matches === undefined && context.issues.length === 0)
      context.addIssue({ code: "custom", message: "expects nothing; add `contains` or `matches`" });
  });

/** Runs a command on the files a trial left, with files that the subject never sees. */
export const commandCheck = z
  .strictObject({
    kind: z.literal("command"),
    command: commandWords.describe("Program and arguments as a list, or one text for `sh -c`"),
    files: z
      .array(filePath)
      .min(1)
      .optional()
      .describe("Hidden files or folders, relative to test.yaml; the command finds them read-only in /checks"),
    exit_code: z.number().int().min(0).max(255).default(0).describe("Exit code that the command must end with"),
    stdout: commandOutput.optional().describe("What the command must print to its standard output"),
    stderr: commandOutput.optional().describe("What the command must print to its standard error"),
    timeout_seconds: z
      .number()
      .positive()
      .max(600)
      .default(30)
      .describe("The command is ended after this many seconds, and the check fails"),
  })
  .describe("The command, run in the sandbox on what the trial left, ends and prints as it should");

export type CommandCheck = z.infer<typeof commandCheck>;
