import { z } from "zod";

export const latencyAtMostCheck = z
  .strictObject({
    kind: z.literal("latency_at_most"),
    seconds: z.number().positive().describe("Seconds the subject may take"),
  })
  .describe("The subject answered within this many seconds");

export const costAtMostCheck = z
  .strictObject({
    kind: z.literal("cost_at_most"),
    usd: z.number().min(0).describe("US dollars the trial may cost"),
  })
  .describe("The trial cost at most this much");

export const tokensAtMostCheck = z
  .strictObject({
    kind: z.literal("tokens_at_most"),
    tokens: z.number().int().min(1).describe("Tokens the trial may use"),
    of: z
      .enum(["total", "prompt", "completion"])
      .default("total")
      .describe("Which tokens count: those sent, those answered, or both"),
  })
  .describe("The trial used at most this many tokens");

export const turnsAtMostCheck = z
  .strictObject({
    kind: z.literal("turns_at_most"),
    turns: z.number().int().min(1).describe("Requests to the model that the trial may take"),
  })
  .describe("The trial took at most this many turns");
