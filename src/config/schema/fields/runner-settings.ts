import { z } from "zod";
import { requestOptionsField } from "./request-options.ts";

/** Settings in `runner_defaults`, `model_overrides` and a case's `runner`; later ones win, in that order. */
export const runnerSettingsFields = {
  temperature: z
    .number()
    .min(0)
    .max(2)
    .optional()
    .describe("Sampling temperature; the provider's default when left out"),
  top_p: z.number().min(0).max(1).optional().describe("Nucleus sampling; the provider's default when left out"),
  max_tokens: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe("Most tokens to generate per request; the provider's default when left out"),
  seed: z.number().int().nullable().optional().describe("Seed, for providers that take one; `null` sends none"),
  timeout_seconds: z.number().positive().optional().describe("Wall-clock limit of one whole request; 30 when left out"),
  retries: z
    .number()
    .int()
    .min(0)
    .optional()
    .describe("How often a request that failed transiently is repeated; 5 when left out"),
  max_turns: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe("Turns with tools before a final answer is asked for; 8 when left out"),
  request_options: requestOptionsField
    .optional()
    .describe(
      "Anything else the provider takes, e.g. `reasoning: { effort: low }`; reaches the request body untouched",
    ),
};

export const runnerSettings = z.strictObject(runnerSettingsFields).superRefine(refuseSettingsAsOptions);
export type RunnerSettings = z.infer<typeof runnerSettings>;

/** Refuses recognised settings under `request_options`, which would escape merging. */
export function refuseSettingsAsOptions(
  settings: { request_options?: Record<string, unknown> | undefined },
  context: z.RefinementCtx,
): void {
  for (const key of Object.keys(settings.request_options ?? {}))
    if (key in runnerSettingsFields)
      context.addIssue({
        code: "custom",
        path: ["request_options", key],
        message: "has a field of its own; write it beside `request_options`, not inside",
        params: { at: "key" },
      });
}
