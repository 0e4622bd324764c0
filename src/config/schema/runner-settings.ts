import { z } from "zod";
import { bag } from "./common.ts";

/** What `runner_defaults`, `model_overrides` and a case's `runner` may set. Later wins, in that order. */
export const runnerSettings = z.strictObject({
  temperature: z.number().min(0).max(2).optional().describe("Sampling temperature (provider default)"),
  top_p: z.number().min(0).max(1).optional().describe("Nucleus sampling (provider default)"),
  max_tokens: z.number().int().min(1).optional().describe("Most tokens to generate (provider default)"),
  seed: z.number().int().nullable().optional().describe("Seed for providers that take one"),
  timeout_seconds: z.number().positive().optional().describe("Wall-clock limit of one whole request; 30"),
  retries: z.number().int().min(0).optional().describe("Retries of a request that failed transiently; 5"),
  max_turns: z.number().int().min(1).optional().describe("Turns with tools before a final answer is forced; 8"),
  request_options: bag.optional().describe("Anything else the provider takes; reaches the request body untouched"),
});
export type RunnerSettings = z.infer<typeof runnerSettings>;
