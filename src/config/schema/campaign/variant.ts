import { z } from "zod";
import { message } from "../case/message.ts";
import { llmProbeContext } from "../case/test-case.ts";
import { filePath, nonEmpty, slug } from "../fields/common.ts";
import { complain } from "../fields/request-options.ts";
import { runnerSettings } from "../fields/runner-settings.ts";

/** One way to ask every model of a suite: the subjects are models × variants. */
export const variant = z
  .strictObject({
    variant_id: slug.describe("Local name; the subject is `<model_id>+<variant_id>` in paths and reports"),
    label: nonEmpty.optional().describe("Display name; the `variant_id` when left out"),
    system_prompt: z
      .string()
      .refine((text) => text.trim() !== "", "is blank; leave it out to send no system prompt")
      .optional()
      .describe("System prompt, sent before everything else; a case's own system messages follow it"),
    system_prompt_path: filePath
      .optional()
      .describe("File with the system prompt, relative to this file; instead of `system_prompt`"),
    messages: z
      .array(message)
      .default([])
      .describe("Examples: messages sent before those of the case, after all system messages"),
    settings: runnerSettings
      .optional()
      .describe("Runner settings of this variant; over the run profile's, below those of a case"),
    tools: llmProbeContext.shape.tools
      .unwrap()
      .optional()
      .describe("Tools in place of those that a case lists; `[]` takes all away, left out keeps the case's"),
    model_ids: z
      .array(nonEmpty)
      .min(1, "must not be empty; leave the field out to ask every model this way")
      .optional()
      .describe("Only these models of the suite are asked this way; all when left out"),
  })
  .superRefine(({ system_prompt, system_prompt_path }, context) => {
    if (system_prompt !== undefined && system_prompt_path !== undefined)
      complain("system_prompt_path", "excludes `system_prompt`; keep one of them", context);
  });

export type Variant = z.infer<typeof variant>;
